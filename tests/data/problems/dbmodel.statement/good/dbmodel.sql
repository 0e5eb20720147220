CREATE TABLE card (
  -- its number
  card_id int NOT NULL,
  PRIMARY KEY (card_id)
);
