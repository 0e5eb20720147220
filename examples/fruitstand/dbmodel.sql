-- Every fruit of the game, and where it is.
CREATE TABLE IF NOT EXISTS `fruit` (
  `fruit_id` int(10) unsigned NOT NULL AUTO_INCREMENT,
  `fruit_kind` varchar(16) NOT NULL,
  `fruit_place` enum('stack','market','basket','sold') NOT NULL DEFAULT 'stack',
  `fruit_order` int(10) unsigned NOT NULL DEFAULT '0',
  `player_id` int(10) unsigned DEFAULT NULL,
  PRIMARY KEY (`fruit_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8 AUTO_INCREMENT=1;

ALTER TABLE `player` ADD `player_sales` INT UNSIGNED NOT NULL DEFAULT '0';
