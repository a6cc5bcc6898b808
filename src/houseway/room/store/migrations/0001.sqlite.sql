
-- The log and its postings are only ever added to.
CREATE TRIGGER log_is_kept BEFORE DELETE ON log
  BEGIN SELECT RAISE(ABORT, 'the log is never deleted'); END;
CREATE TRIGGER log_stands BEFORE UPDATE ON log
  BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER posting_is_kept BEFORE DELETE ON posting
  BEGIN SELECT RAISE(ABORT, 'a posting is never deleted: reverse it'); END;
CREATE TRIGGER posting_stands BEFORE UPDATE ON posting
  BEGIN SELECT RAISE(ABORT, 'a posting is never changed: reverse it'); END;
CREATE TRIGGER account_is_kept BEFORE DELETE ON account
  BEGIN SELECT RAISE(ABORT, 'an account is never deleted'); END;
CREATE TRIGGER account_has_its_name BEFORE UPDATE OF id, name, kind, unit ON account
  BEGIN SELECT RAISE(ABORT, 'an account keeps its name, kind and unit'); END;
CREATE TRIGGER command_is_kept BEFORE DELETE ON command
  BEGIN SELECT RAISE(ABORT, 'an answer is never deleted'); END;
CREATE TRIGGER command_stands BEFORE UPDATE ON command
  BEGIN SELECT RAISE(ABORT, 'an answer is never changed'); END;
CREATE TRIGGER one_unit BEFORE INSERT ON posting
  WHEN (SELECT unit FROM account WHERE id = NEW.debit)
    <> (SELECT unit FROM account WHERE id = NEW.credit)
  BEGIN SELECT RAISE(ABORT, 'a posting moves one unit, not cents into chips'); END;
