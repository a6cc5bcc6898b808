-- Seals by a key outside the database: on the rows that decide rights, and on the head of each
-- stream.  A person and a login name the row of the people's log that made them.

ALTER TABLE person ADD COLUMN row_no BIGINT NOT NULL DEFAULT 0;
ALTER TABLE person ADD COLUMN seal BYTES;
ALTER TABLE session ADD COLUMN row_no BIGINT NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN seal BYTES;
ALTER TABLE stream ADD COLUMN seal BYTES;
