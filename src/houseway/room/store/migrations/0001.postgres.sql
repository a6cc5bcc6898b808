
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

-- Become the writer of a stream, which is made if it is new; its former writer loses the fence.
CREATE FUNCTION books_claim(the_name text, the_owner text, beginning bytea)
RETURNS TABLE(id bigint, seq bigint, head bytea, fence bigint) LANGUAGE sql AS $$
  INSERT INTO stream AS s (id, name, seq, head, owner, fence)
  VALUES (nextval('stream_id'), the_name, 0, beginning, the_owner, 1)
  ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, fence = s.fence + 1
  RETURNING s.id, s.seq, s.head, s.fence
$$;

-- Write a group of batches, all or none.  Errors of class ZB say which part was refused.
--
-- s_ heads of streams before and after; l_ log; a_ new accounts, by name; p_ postings; b_ accounts
-- of the postings in the order of their ids, with the sum and the lowest sum on the way; k_ answers;
-- r_ rounds; h_ shoes.  A key stands once in each list.
CREATE FUNCTION books_append(
  s_id bigint[], s_seq bigint[], s_fence bigint[], s_head bytea[], s_ends bigint[], s_hash bytea[],
  l_stream bigint[], l_seq bigint[], l_at bigint[], l_kind text[], l_by bigint[], l_body bytea[],
  l_hash bytea[],
  a_id bigint[], a_name text[], a_kind text[],
  p_stream bigint[], p_seq bigint[], p_n bigint[], p_debit bigint[], p_credit bigint[],
  p_cents bigint[],
  b_account bigint[], b_sum bigint[], b_lowest bigint[],
  k_by bigint[], k_key text[], k_digest bytea[], k_stream bigint[], k_seq bigint[],
  k_answer bytea[],
  r_stream bigint[], r_no bigint[], r_opened bigint[], r_closed bigint[], r_outcome text[],
  r_rules text[], r_shoe bigint[], r_record bytea[],
  h_stream bigint[], h_no bigint[], h_sealed bytea[], h_root bytea[], h_finished bigint[],
  people jsonb, logins jsonb, ended bigint[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  written bigint;
  units bigint;
  before bigint;
BEGIN
  UPDATE stream s SET seq = g.ends, head = g.hash
    FROM unnest(s_id, s_seq, s_fence, s_head, s_ends, s_hash) g(id, seq, fence, head, ends, hash)
    WHERE s.id = g.id AND s.seq = g.seq AND s.fence = g.fence AND s.head = g.head;
  GET DIAGNOSTICS written = ROW_COUNT;
  IF written <> cardinality(s_id) THEN
    RAISE EXCEPTION USING ERRCODE = 'ZB001', MESSAGE = 'a stream does not stand there';
  END IF;
  INSERT INTO log(stream, seq, at_ms, kind, by_who, body, hash)
    SELECT * FROM unnest(l_stream, l_seq, l_at, l_kind, l_by, l_body, l_hash);
  IF cardinality(a_id) > 0 THEN
    INSERT INTO account(id, name, kind) SELECT * FROM unnest(a_id, a_name, a_kind)
      ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS written = ROW_COUNT;
    IF written <> cardinality(a_id) THEN
      RAISE EXCEPTION USING ERRCODE = 'ZB002', MESSAGE = 'an account was opened by another server';
    END IF;
  END IF;
  IF cardinality(p_stream) > 0 THEN
    -- Locked before ids are taken: for every account the order of ids is the order of commits.
    SELECT count(*), CASE WHEN min(unit) = max(unit) THEN 1 ELSE 2 END INTO written, units
      FROM (SELECT a.unit FROM account a WHERE a.id = ANY (b_account) ORDER BY a.id
            FOR NO KEY UPDATE) locked;
    IF written <> cardinality(b_account) THEN
      RAISE EXCEPTION USING ERRCODE = 'ZB002', MESSAGE = 'an account is not there';
    END IF;
    IF units > 1 AND EXISTS (
      SELECT FROM unnest(p_debit, p_credit) g(debit, credit)
        JOIN account d ON d.id = g.debit JOIN account c ON c.id = g.credit WHERE d.unit <> c.unit
    ) THEN
      RAISE EXCEPTION USING ERRCODE = 'ZB005',
        MESSAGE = 'a posting moves one unit, not cents into chips';
    END IF;
    -- A call owns a block of ids, so that the postings of a row stand together.
    before := nextval('posting_group') << 20;
    INSERT INTO posting(id, stream, seq, n, debit, credit, cents)
      SELECT before + g.place, g.stream, g.seq, g.n, g.debit, g.credit, g.cents
      FROM unnest(p_stream, p_seq, p_n, p_debit, p_credit, p_cents)
        WITH ORDINALITY g(stream, seq, n, debit, credit, cents, place);
    UPDATE account a SET balance = a.balance + g.sum
      FROM unnest(b_account, b_sum, b_lowest) g(id, sum, lowest)
      WHERE a.id = g.id AND (g.sum <> 0 OR g.lowest < 0)
        AND (a.kind IN ('house', 'cage') OR a.balance + g.lowest >= 0);
    GET DIAGNOSTICS written = ROW_COUNT;
    IF written <> (SELECT count(*) FROM unnest(b_sum, b_lowest) g(sum, lowest)
                   WHERE g.sum <> 0 OR g.lowest < 0) THEN
      RAISE EXCEPTION USING ERRCODE = 'ZB003', MESSAGE = 'an account would stand below 0';
    END IF;
  END IF;
  IF cardinality(k_by) > 0 THEN
    INSERT INTO command(by_who, key, digest, stream, seq, answer)
      SELECT * FROM unnest(k_by, k_key, k_digest, k_stream, k_seq, k_answer)
      ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS written = ROW_COUNT;
    IF written <> cardinality(k_by) THEN
      RAISE EXCEPTION USING ERRCODE = 'ZB004', MESSAGE = 'a key has been used before';
    END IF;
  END IF;
  IF cardinality(r_stream) > 0 THEN
    INSERT INTO round(stream, no, opened, closed, outcome, rules, shoe, record)
      SELECT * FROM unnest(r_stream, r_no, r_opened, r_closed, r_outcome, r_rules, r_shoe, r_record)
      ON CONFLICT (stream, no) DO UPDATE SET opened = excluded.opened, closed = excluded.closed,
        outcome = excluded.outcome, rules = excluded.rules, shoe = excluded.shoe,
        record = excluded.record;
  END IF;
  IF cardinality(h_stream) > 0 THEN
    INSERT INTO shoe(stream, no, sealed, root, finished)
      SELECT * FROM unnest(h_stream, h_no, h_sealed, h_root, h_finished)
      ON CONFLICT (stream, no) DO UPDATE SET sealed = excluded.sealed, root = excluded.root,
        finished = excluded.finished;
  END IF;
  IF people IS NOT NULL THEN
    INSERT INTO person SELECT p.* FROM jsonb_populate_recordset(NULL::person, people) p
      ON CONFLICT (id) DO UPDATE SET role = excluded.role, name = excluded.name,
        card = excluded.card, pin = excluded.pin, wrong = excluded.wrong,
        locked_ms = excluded.locked_ms, last_login_ms = excluded.last_login_ms,
        last_station = excluded.last_station, excluded = excluded.excluded, firm = excluded.firm;
  END IF;
  IF cardinality(ended) > 0 THEN
    DELETE FROM session WHERE person = ANY (ended);
  END IF;
  IF logins IS NOT NULL THEN
    INSERT INTO session(person, token, station, until_ms, since_ms)
      SELECT g.person, decode(g.token, 'hex'), g.station, g.until_ms, g.since_ms
      FROM jsonb_to_recordset(logins)
        g(person bigint, token text, station text, until_ms bigint, since_ms bigint)
      ON CONFLICT (person) DO UPDATE SET token = excluded.token, station = excluded.station,
        until_ms = excluded.until_ms, since_ms = excluded.since_ms;
  END IF;
END $$;
