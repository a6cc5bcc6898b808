-- The books. Money is whole cents (or the unit of its accounts), time is milliseconds.

CREATE TABLE account(
  id BIGINT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  unit TEXT NOT NULL DEFAULT 'cents',
  balance BIGINT NOT NULL DEFAULT 0,
  CONSTRAINT not_below_0 CHECK (balance >= 0 OR kind IN ('house', 'cage'))
) HEAP;

-- A table, the cage, the floor, the people, the room itself: who may write it, and how far it is.
CREATE TABLE stream(
  id BIGINT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  seq BIGINT NOT NULL,
  head BYTES NOT NULL,
  owner TEXT NOT NULL DEFAULT '',
  fence BIGINT NOT NULL DEFAULT 0,
  until_ms BIGINT NOT NULL DEFAULT 0
) HEAP;

CREATE TABLE log(
  stream BIGINT NOT NULL REFERENCES stream(id),
  seq BIGINT NOT NULL,
  at_ms BIGINT NOT NULL,
  kind TEXT NOT NULL,
  by_who BIGINT NOT NULL,
  body BYTES NOT NULL,
  hash BYTES NOT NULL,
  PRIMARY KEY (stream, seq)
) KEYED;
-- Nearly all rows are steps of rounds; the others are looked for by their kind.
CREATE INDEX log_kind ON log(stream, kind, seq) WHERE kind <> 'step';

-- A posting is a pair: what does not add up cannot be written. Ids count as they were written.
CREATE TABLE posting(
  id BIGINT PRIMARY KEY,
  stream BIGINT NOT NULL,
  seq BIGINT NOT NULL,
  n BIGINT NOT NULL,
  debit BIGINT NOT NULL REFERENCES account(id),
  credit BIGINT NOT NULL REFERENCES account(id),
  cents BIGINT NOT NULL CHECK (cents > 0),
  CHECK (debit <> credit),
  FOREIGN KEY (stream, seq) REFERENCES log(stream, seq)
) HEAP;
CREATE UNIQUE INDEX posting_of_row ON posting(stream, seq, n);
CREATE INDEX posting_debit ON posting(debit);
CREATE INDEX posting_credit ON posting(credit);

CREATE TABLE command(
  by_who BIGINT NOT NULL,
  key TEXT NOT NULL,
  digest BYTES NOT NULL,
  stream BIGINT NOT NULL REFERENCES stream(id),
  seq BIGINT NOT NULL,
  answer BYTES NOT NULL,
  PRIMARY KEY (by_who, key)
) KEYED;

CREATE TABLE round(
  stream BIGINT NOT NULL REFERENCES stream(id),
  no BIGINT NOT NULL,
  opened BIGINT NOT NULL,
  closed BIGINT,
  outcome TEXT NOT NULL DEFAULT 'open',
  rules TEXT NOT NULL,
  shoe BIGINT NOT NULL,
  record BYTES NOT NULL,
  PRIMARY KEY (stream, no)
) HEAP;
CREATE INDEX round_open ON round(stream, no) WHERE outcome = 'open';

CREATE TABLE shoe(
  stream BIGINT NOT NULL REFERENCES stream(id),
  no BIGINT NOT NULL,
  sealed BYTES NOT NULL,
  root BYTES NOT NULL,
  finished BIGINT NOT NULL DEFAULT 0 CHECK (finished IN (0, 1)),
  PRIMARY KEY (stream, no)
) HEAP;
CREATE INDEX shoe_open ON shoe(stream, no) WHERE finished = 0;

CREATE TABLE person(
  id BIGINT PRIMARY KEY,
  role TEXT NOT NULL,
  name TEXT NOT NULL,
  card TEXT NOT NULL UNIQUE,
  pin TEXT NOT NULL,
  wrong BIGINT NOT NULL DEFAULT 0,
  locked_ms BIGINT,
  last_login_ms BIGINT,
  last_station TEXT NOT NULL DEFAULT '',
  excluded BIGINT NOT NULL DEFAULT 0 CHECK (excluded IN (0, 1)),
  firm TEXT NOT NULL DEFAULT ''
) HEAP;

-- A person is logged in at one station.
CREATE TABLE session(
  person BIGINT PRIMARY KEY REFERENCES person(id),
  token BYTES NOT NULL UNIQUE,
  station TEXT NOT NULL,
  until_ms BIGINT NOT NULL,
  since_ms BIGINT NOT NULL DEFAULT 0
) HEAP;
