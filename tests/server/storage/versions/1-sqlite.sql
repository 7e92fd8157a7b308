CREATE TABLE people (
	id TEXT NOT NULL,
	name TEXT NOT NULL,
	token TEXT NOT NULL,
	created BIGINT NOT NULL,
	PRIMARY KEY (id)
);
CREATE TABLE schema (
	version INTEGER NOT NULL,
	PRIMARY KEY (version)
);
CREATE TABLE tables (
	code TEXT NOT NULL,
	"plan" TEXT NOT NULL,
	secret TEXT NOT NULL,
	public BOOLEAN NOT NULL,
	timed BOOLEAN NOT NULL,
	status TEXT NOT NULL,
	changed BIGINT NOT NULL,
	PRIMARY KEY (code)
);
CREATE INDEX tables_by_status ON tables (status, changed);
CREATE TABLE entries (
	code TEXT NOT NULL,
	n INTEGER NOT NULL,
	kind TEXT NOT NULL,
	body TEXT NOT NULL,
	person TEXT,
	id TEXT,
	PRIMARY KEY (code, n),
	FOREIGN KEY(code) REFERENCES tables (code)
);
CREATE TABLE sitters (
	code TEXT NOT NULL,
	person TEXT NOT NULL,
	PRIMARY KEY (code, person),
	FOREIGN KEY(code) REFERENCES tables (code),
	FOREIGN KEY(person) REFERENCES people (id)
);
CREATE INDEX sitters_by_person ON sitters (person);
