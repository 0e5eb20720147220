"""The tables that every BGA database has before a game's ``dbmodel.sql`` is run."""

STANDARD_TABLES = """
CREATE TABLE player (
  player_no int unsigned NOT NULL,
  player_id int unsigned NOT NULL,
  player_canal varchar(32) NOT NULL DEFAULT '',
  player_name varchar(32) NOT NULL,
  player_avatar varchar(10) NOT NULL DEFAULT '',
  player_color varchar(6) NOT NULL,
  player_score int NOT NULL DEFAULT 0,
  player_score_aux int NOT NULL DEFAULT 0,
  player_zombie tinyint NOT NULL DEFAULT 0,
  player_ai tinyint NOT NULL DEFAULT 0,
  player_eliminated tinyint NOT NULL DEFAULT 0,
  player_next_notif_no int unsigned NOT NULL DEFAULT 1,
  player_enter_game tinyint NOT NULL DEFAULT 0,
  player_over_time tinyint NOT NULL DEFAULT 0,
  player_is_multiactive tinyint NOT NULL DEFAULT 0,
  player_start_reflexion_time datetime DEFAULT NULL,
  player_remaining_reflexion_time int DEFAULT NULL,
  player_beginner varbinary(32) DEFAULT NULL,
  player_state int DEFAULT NULL,
  PRIMARY KEY (player_id),
  UNIQUE KEY player_no (player_no)
);
CREATE TABLE `global` (
  global_id int unsigned NOT NULL,
  global_value int DEFAULT NULL,
  PRIMARY KEY (global_id)
);
CREATE TABLE stats (
  stats_id int unsigned NOT NULL AUTO_INCREMENT,
  stats_type smallint unsigned NOT NULL,
  stats_player_id int unsigned DEFAULT NULL,
  stats_value float NOT NULL,
  PRIMARY KEY (stats_id),
  UNIQUE KEY stats_table_id (stats_type, stats_player_id)
);
CREATE TABLE gamelog (
  gamelog_packet_id int unsigned NOT NULL AUTO_INCREMENT,
  gamelog_move_id int unsigned DEFAULT NULL,
  gamelog_private tinyint NOT NULL DEFAULT 0,
  gamelog_time datetime DEFAULT NULL,
  gamelog_player int unsigned DEFAULT NULL,
  gamelog_current_player int unsigned DEFAULT NULL,
  gamelog_notification mediumtext NOT NULL,
  PRIMARY KEY (gamelog_packet_id)
);
"""
"""``player`` is filled with the table's players; the others are empty here, for what they hold is kept
elsewhere: see docs/database.md."""
