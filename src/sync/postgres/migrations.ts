// The tables of a team's database. Append-only: a migration that was released never changes.
//
// Developers connect with roles of their own, and the role of the connection (session_user) decides what they may do: row-level
// security, not holdfast, keeps them from each other's rows. Changes of a project are numbered in the order in which they are committed,
// because who numbers a change holds the project's counter until then: whoever has read up to a number misses nothing.
export const MIGRATIONS: readonly string[] = [
  `
CREATE TABLE holdfast.team (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  -- Another database, or one that was made again, has another.
  id uuid NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO holdfast.team DEFAULT VALUES;

CREATE TABLE holdfast.developers (
  name text PRIMARY KEY,
  -- NULL: all.
  projects text[],
  may_make_rules boolean NOT NULL DEFAULT false,
  is_active boolean NOT NULL DEFAULT true
);

-- A machine belongs to the developer who used it first; its name is the hash of a key that stays on it.
CREATE TABLE holdfast.machines (
  machine text PRIMARY KEY,
  author text NOT NULL DEFAULT session_user
);

CREATE TABLE holdfast.counters (
  project text PRIMARY KEY,
  seq bigint NOT NULL
);

CREATE TABLE holdfast.rows (
  kind text NOT NULL,
  id text NOT NULL,
  machine text NOT NULL REFERENCES holdfast.machines,
  project text NOT NULL,
  version bigint NOT NULL,
  deleted boolean NOT NULL,
  payload text NOT NULL,
  signature text NOT NULL,
  author text NOT NULL DEFAULT session_user,
  seq bigint NOT NULL,
  PRIMARY KEY (kind, id, machine),
  CHECK (kind IN ('memory', 'rule', 'machine', 'decisions')),
  CONSTRAINT nothing_personal CHECK (project <> '' OR deleted OR kind = 'machine'),
  CHECK (length(id) <= 200 AND length(machine) = 32 AND length(project) <= 300),
  CHECK (octet_length(payload) <= 1048576 AND length(signature) <= 100)
);
CREATE INDEX rows_by_seq ON holdfast.rows (project, seq);
CREATE INDEX tombstones ON holdfast.rows (kind, id, author) WHERE deleted;

-- With the owner's rights, so that nobody can change a counter otherwise.
CREATE FUNCTION holdfast.number_row() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.author := session_user;
  INSERT INTO holdfast.counters AS c (project, seq) VALUES (NEW.project, 1)
    ON CONFLICT (project) DO UPDATE SET seq = c.seq + 1 RETURNING seq INTO NEW.seq;
  RETURN NEW;
END $$;
CREATE TRIGGER number_row BEFORE INSERT OR UPDATE ON holdfast.rows
  FOR EACH ROW EXECUTE FUNCTION holdfast.number_row();

-- With the rights of the caller, in one transaction. Can be repeated.
CREATE FUNCTION holdfast.push(kinds text[], ids text[], machines text[], projects text[], versions bigint[],
  deleted_ones boolean[], payloads text[], signatures text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO holdfast.machines (machine) SELECT DISTINCT unnest(machines) ORDER BY 1 ON CONFLICT DO NOTHING;
  DELETE FROM holdfast.rows r USING unnest(kinds, ids, deleted_ones) AS n(kind, id, deleted)
    WHERE n.deleted AND r.kind = n.kind AND r.id = n.id AND r.author = session_user AND NOT r.deleted;
  INSERT INTO holdfast.rows AS r (kind, id, machine, project, version, deleted, payload, signature)
    SELECT n.* FROM unnest(kinds, ids, machines, projects, versions, deleted_ones, payloads, signatures)
      AS n(kind, id, machine, project, version, deleted, payload, signature)
    WHERE NOT EXISTS (SELECT FROM holdfast.rows o
        WHERE o.kind = n.kind AND o.id = n.id AND o.machine = n.machine AND o.version >= n.version)
      AND (n.deleted OR NOT EXISTS (SELECT FROM holdfast.rows t
        WHERE t.kind = n.kind AND t.id = n.id AND t.author = session_user AND t.deleted))
    -- All take the counters in the same order.
    ORDER BY n.project COLLATE "C", n.kind, n.id, n.machine
    ON CONFLICT (kind, id, machine) DO UPDATE SET project = excluded.project, version = excluded.version,
      deleted = excluded.deleted, payload = excluded.payload, signature = excluded.signature
    WHERE excluded.version > r.version;
END $$;

ALTER TABLE holdfast.rows ENABLE ROW LEVEL SECURITY;
ALTER TABLE holdfast.machines ENABLE ROW LEVEL SECURITY;
ALTER TABLE holdfast.counters ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_machines ON holdfast.machines USING (author = session_user) WITH CHECK (author = session_user);

CREATE POLICY see_counters ON holdfast.counters FOR SELECT USING (
  project = ''
  OR (SELECT d.projects IS NULL FROM holdfast.developers d WHERE d.name = session_user AND d.is_active)
  OR project = ANY (ARRAY(SELECT unnest(d.projects) FROM holdfast.developers d WHERE d.name = session_user)));

CREATE POLICY see_rows ON holdfast.rows FOR SELECT USING (
  author = session_user OR project = ''
  OR (SELECT d.projects IS NULL FROM holdfast.developers d WHERE d.name = session_user AND d.is_active)
  OR project = ANY (ARRAY(SELECT unnest(d.projects) FROM holdfast.developers d WHERE d.name = session_user)));
CREATE POLICY add_rows ON holdfast.rows FOR INSERT WITH CHECK (
  author = session_user
  AND machine IN (SELECT m.machine FROM holdfast.machines m WHERE m.author = session_user)
  AND (kind <> 'rule' OR deleted
    OR (SELECT d.may_make_rules FROM holdfast.developers d WHERE d.name = session_user))
  AND (project = ''
    OR (SELECT d.projects IS NULL FROM holdfast.developers d WHERE d.name = session_user AND d.is_active)
    OR project = ANY (ARRAY(SELECT unnest(d.projects) FROM holdfast.developers d WHERE d.name = session_user))));
CREATE POLICY change_rows ON holdfast.rows FOR UPDATE USING (author = session_user) WITH CHECK (
  author = session_user
  AND machine IN (SELECT m.machine FROM holdfast.machines m WHERE m.author = session_user)
  AND (kind <> 'rule' OR deleted
    OR (SELECT d.may_make_rules FROM holdfast.developers d WHERE d.name = session_user))
  AND (project = ''
    OR (SELECT d.projects IS NULL FROM holdfast.developers d WHERE d.name = session_user AND d.is_active)
    OR project = ANY (ARRAY(SELECT unnest(d.projects) FROM holdfast.developers d WHERE d.name = session_user))));
CREATE POLICY remove_rows ON holdfast.rows FOR DELETE USING (author = session_user);
`,
];
