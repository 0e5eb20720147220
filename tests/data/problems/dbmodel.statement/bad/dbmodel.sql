CREATE TABLE card (
  card_id int NOT NULL, -- its number <- here
  PRIMARY KEY (card_id)
);
