
-- PostgreSQL alone.  Several servers may write, so ids come from sequences.
CREATE SEQUENCE stream_id OWNED BY stream.id;
CREATE SEQUENCE account_id OWNED BY account.id;
CREATE SEQUENCE posting_group OWNED BY posting.id;

-- The function below writes these rows together, and the audit checks them.  A foreign key would
-- cost nearly half of an action once more.
ALTER TABLE log DROP CONSTRAINT log_stream_fkey;
ALTER TABLE posting DROP CONSTRAINT posting_stream_seq_fkey;
ALTER TABLE command DROP CONSTRAINT command_stream_fkey;

-- Heads and balances change with every action: room on their pages keeps that within a page.
ALTER TABLE stream SET (fillfactor = 20, autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 2000);
ALTER TABLE account SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 5000);

-- The log and its postings are only ever added to.
CREATE FUNCTION books_are_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'ZB009', MESSAGE = TG_ARGV[0];
END $$;
CREATE TRIGGER log_is_kept BEFORE DELETE OR TRUNCATE ON log
  EXECUTE FUNCTION books_are_kept('the log is never deleted');
CREATE TRIGGER log_stands BEFORE UPDATE ON log
  EXECUTE FUNCTION books_are_kept('the log is never changed');
CREATE TRIGGER posting_is_kept BEFORE DELETE OR TRUNCATE ON posting
  EXECUTE FUNCTION books_are_kept('a posting is never deleted: reverse it');
CREATE TRIGGER posting_stands BEFORE UPDATE ON posting
  EXECUTE FUNCTION books_are_kept('a posting is never changed: reverse it');
CREATE TRIGGER account_is_kept BEFORE DELETE OR TRUNCATE ON account
  EXECUTE FUNCTION books_are_kept('an account is never deleted');
CREATE TRIGGER account_has_its_name BEFORE UPDATE OF id, name, kind, unit ON account
  EXECUTE FUNCTION books_are_kept('an account keeps its name, kind and unit');
CREATE TRIGGER command_is_kept BEFORE DELETE OR TRUNCATE ON command
  EXECUTE FUNCTION books_are_kept('an answer is never deleted');
CREATE TRIGGER command_stands BEFORE UPDATE ON command
  EXECUTE FUNCTION books_are_kept('an answer is never changed');
