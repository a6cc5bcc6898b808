
-- Become the writer of a stream, which is made if it is new; its former writer loses the fence.
CREATE FUNCTION books_claim(the_name text, the_owner text, beginning bytea, first_seal bytea)
RETURNS TABLE(id bigint, seq bigint, head bytea, fence bigint, seal bytea) LANGUAGE sql AS $$
  INSERT INTO stream AS s (id, name, seq, head, owner, fence, seal)
  VALUES (nextval('stream_id'), the_name, 0, beginning, the_owner, 1, first_seal)
  ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, fence = s.fence + 1
  RETURNING s.id, s.seq, s.head, s.fence, s.seal
$$;

-- Write a group of batches, all or none.  Errors of class ZB say which part was refused.
--
-- s_ heads of streams before and after; l_ log; a_ new accounts, by name; p_ postings; b_ accounts
-- of the postings in the order of their ids, with the sum and the lowest sum on the way; k_ answers;
-- r_ rounds; h_ shoes.  A key stands once in each list.
CREATE FUNCTION books_append(
  s_id bigint[], s_seq bigint[], s_fence bigint[], s_head bytea[], s_ends bigint[], s_hash bytea[],
  s_seal bytea[],
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
  people jsonb, logins jsonb, ended bigint[], heads jsonb
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  written bigint;
  units bigint;
  before bigint;
BEGIN
  UPDATE stream s SET seq = g.ends, head = g.hash, seal = g.seal
    FROM unnest(s_id, s_seq, s_fence, s_head, s_ends, s_hash, s_seal)
      g(id, seq, fence, head, ends, hash, seal)
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
        last_station = excluded.last_station, excluded = excluded.excluded, firm = excluded.firm,
        row_no = excluded.row_no, seal = excluded.seal;
  END IF;
  IF cardinality(ended) > 0 THEN
    DELETE FROM session WHERE person = ANY (ended);
  END IF;
  IF logins IS NOT NULL THEN
    INSERT INTO session SELECT g.* FROM jsonb_populate_recordset(NULL::session, logins) g
      ON CONFLICT (person) DO UPDATE SET token = excluded.token, station = excluded.station,
        until_ms = excluded.until_ms, since_ms = excluded.since_ms, row_no = excluded.row_no,
        seal = excluded.seal;
  END IF;
  IF heads IS NOT NULL THEN
    UPDATE stream s SET seal = g.seal
      FROM jsonb_to_recordset(heads) g(seal bytea, id bigint) WHERE s.id = g.id;
  END IF;
END $$;
