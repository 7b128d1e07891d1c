BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0009');
CREATE TABLE alias (
	phone VARCHAR(64) NOT NULL, 
	name VARCHAR(24) NOT NULL, 
	person VARCHAR(24) NOT NULL, 
	CONSTRAINT pk_alias PRIMARY KEY (phone, name)
)
 WITHOUT ROWID

;
CREATE TABLE entry (
	sitting_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	target INTEGER, 
	move JSON, 
	tap VARCHAR(64) NOT NULL, 
	phone VARCHAR(64), 
	at DATETIME NOT NULL, seat INTEGER, name VARCHAR(24), strikes JSON, 
	CONSTRAINT pk_entry PRIMARY KEY (sitting_id, number), 
	CONSTRAINT uq_entry_sitting_id_tap UNIQUE (sitting_id, tap), 
	CONSTRAINT fk_entry_sitting_id_sitting FOREIGN KEY(sitting_id) REFERENCES sitting (id), 
	CONSTRAINT ck_entry_number CHECK (number >= 1)
)
 WITHOUT ROWID

;
INSERT INTO "entry" VALUES(1,1,'move',NULL,'{"move": "draw", "player": 0, "card": "goods"}','c2ff09fa-4419-415e-8a23-0db500cf5534','1df6f7b7-c02d-4819-9adb-82959ce2b67c','2026-11-20 03:23:24.610175',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,2,'move',NULL,'{"move": "draw", "player": 1, "card": "fiasko"}','58772d14-5346-4a63-a605-fad79fc2dcb9','1df6f7b7-c02d-4819-9adb-82959ce2b67c','2026-11-20 03:23:24.627525',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,3,'move',NULL,'{"move": "draw", "player": 0, "card": "catastrophe"}','afdb1280-2cf7-4cca-9bda-09b20db38de1','1df6f7b7-c02d-4819-9adb-82959ce2b67c','2026-11-20 03:23:24.649366',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,4,'move',NULL,'{"move": "score", "player": 1, "product": "pickles", "values": [1, 4, 5, 4], "hand": 6}','1df3eeb5-9222-4afa-9da8-760823d3c4b4','1df6f7b7-c02d-4819-9adb-82959ce2b67c','2026-11-20 03:23:24.678264',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,5,'move',NULL,'{"move": "score", "player": 2, "product": "sardines", "values": [1, 2], "hand": 6}','a110423b-dc27-4a78-aa28-0941417832fc','1df6f7b7-c02d-4819-9adb-82959ce2b67c','2026-11-20 03:23:24.693870',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,6,'move',NULL,'{"move": "draw", "player": 2, "card": "fiasko"}','77eb9e6a-26d3-418d-a357-f5a4d8f45c86','1df6f7b7-c02d-4819-9adb-82959ce2b67c','2026-11-20 03:23:24.717742',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,7,'move',NULL,'{"move": "score", "player": 0, "product": "tomatoes", "points": 88}','897a4cff-75b9-486e-88a3-798bf2b02056','1df6f7b7-c02d-4819-9adb-82959ce2b67c','2026-11-20 03:23:24.734162',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,8,'strike',2,NULL,'94708b40-e947-4a7d-90f4-8cf5863d1198','06d51255-57e1-40d4-97f5-3a50302a539f','2026-11-20 03:23:24.821473',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,9,'restore',2,NULL,'8fbc27b5-26e1-47ca-8e63-01d3927a1455','06d51255-57e1-40d4-97f5-3a50302a539f','2026-11-20 03:23:24.856602',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,10,'strike',3,NULL,'87e9015d-81a0-4e26-8b7c-f36502bb77af','06d51255-57e1-40d4-97f5-3a50302a539f','2026-11-20 03:23:24.883010',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,11,'move',NULL,'{"move": "end"}','56966ea9-3a67-4889-9f56-e460a5bc0510','1df6f7b7-c02d-4819-9adb-82959ce2b67c','2026-11-20 03:23:24.950481',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,1,'move',NULL,'{"move": "bank", "player": 0, "shape": 7, "pasta": 4, "sauce": 0, "stolen": "pasta"}','25dc775c-8c39-4c65-b8ab-1ec665f0315e','1df6f7b7-c02d-4819-9adb-82959ce2b67c','2026-11-20 03:23:25.326783',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,2,'move',NULL,'{"move": "bank", "player": 1, "shape": 3, "pasta": 2, "sauce": 2, "stolen": "pasta"}','7bd89cd5-f4f7-43ef-bdbb-3c3579bb3429','1df6f7b7-c02d-4819-9adb-82959ce2b67c','2026-11-20 03:23:25.339668',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,3,'move',NULL,'{"move": "bank", "player": 0, "shape": 2, "pasta": 2, "sauce": 2, "stolen": "pasta"}','368f354b-543a-46c0-ab2b-773150b14509','1df6f7b7-c02d-4819-9adb-82959ce2b67c','2026-11-20 03:23:25.363988',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,4,'move',NULL,'{"move": "bank", "player": 1, "shape": 0, "pasta": 3, "sauce": 0, "stolen": "pasta"}','fe075a45-8bb6-4f1a-9bea-1468381ba864','1df6f7b7-c02d-4819-9adb-82959ce2b67c','2026-11-20 03:23:25.377519',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,5,'strike',2,NULL,'74918d0a-e4ad-4296-bc32-e58836c0bab8','06d51255-57e1-40d4-97f5-3a50302a539f','2026-11-20 03:23:25.444717',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,6,'restore',2,NULL,'a21a1d52-c06c-48f4-b8a9-3f39e7fd7899','06d51255-57e1-40d4-97f5-3a50302a539f','2026-11-20 03:23:25.470340',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,7,'strike',3,NULL,'3c3eec58-5212-49e6-86ed-d55cedc0602e','06d51255-57e1-40d4-97f5-3a50302a539f','2026-11-20 03:23:25.493915',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,1,'move',NULL,'{"move": "battle", "state": "MA", "value": 10, "winner": 0}','a5290f2a-2ed2-480b-8639-230004670d61','1df6f7b7-c02d-4819-9adb-82959ce2b67c','2026-11-20 03:23:25.759738',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,2,'move',NULL,'{"move": "battle", "state": "NV", "value": 12, "winner": null}','5c986917-958f-424b-a00c-f96e5497b915','1df6f7b7-c02d-4819-9adb-82959ce2b67c','2026-11-20 03:23:25.778435',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,3,'move',NULL,'{"move": "battle", "state": "NM", "value": 23, "winner": 1}','e13ed79c-fb50-4396-9f88-23fed2a0da7a','1df6f7b7-c02d-4819-9adb-82959ce2b67c','2026-11-20 03:23:25.786962',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,4,'move',NULL,'{"move": "battle", "state": "KY", "value": 7, "winner": 1}','4ea173e6-5bd6-476c-a788-a4440e321828','1df6f7b7-c02d-4819-9adb-82959ce2b67c','2026-11-20 03:23:25.812162',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,5,'strike',2,NULL,'8f5ab96a-3b08-4680-be3f-872094452384','06d51255-57e1-40d4-97f5-3a50302a539f','2026-11-20 03:23:25.864854',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,6,'restore',2,NULL,'eee37863-424c-40ee-885b-f9a9a6614b05','06d51255-57e1-40d4-97f5-3a50302a539f','2026-11-20 03:23:25.877044',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,7,'strike',3,NULL,'bbd83f8c-415e-472b-bf24-a8f0795883c3','06d51255-57e1-40d4-97f5-3a50302a539f','2026-11-20 03:23:25.898835',NULL,NULL,NULL);
CREATE TABLE finished (
	sitting_id INTEGER NOT NULL, 
	ended_at DATETIME NOT NULL, 
	day DATE NOT NULL, 
	whole BOOLEAN NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	rules INTEGER NOT NULL, 
	made BIGINT NOT NULL, 
	places TEXT NOT NULL, 
	CONSTRAINT pk_finished PRIMARY KEY (sitting_id), 
	CONSTRAINT fk_finished_sitting_id_sitting FOREIGN KEY(sitting_id) REFERENCES sitting (id)
);
INSERT INTO "finished" VALUES(1,'2026-11-20 03:23:24.950481','2026-11-19',0,'fiasko',1,1962217967065435954,'[["Ana", 118, 1, {"dearest": 88, "product": "tomatoes", "draws": 1, "run": 1, "fiaskos": 0, "fiaskos_expected": 0.0682, "fiaskos_variance": 0.0635}], ["Tom", 114, 2, {"dearest": 84, "product": "pickles", "draws": 1, "run": 0, "fiaskos": 1, "fiaskos_expected": 0.069, "fiaskos_variance": 0.0642}], ["Zoë", 48, 3, {"dearest": 18, "product": "sardines", "draws": 1, "run": 0, "fiaskos": 1, "fiaskos_expected": 0.0676, "fiaskos_variance": 0.063}]]');
CREATE TABLE memory (
	sitting_id INTEGER NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	value JSON NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_memory PRIMARY KEY (sitting_id, "key"), 
	CONSTRAINT fk_memory_sitting_id_sitting FOREIGN KEY(sitting_id) REFERENCES sitting (id)
)
 WITHOUT ROWID

;
INSERT INTO "memory" VALUES(2,'shapes','pasta','["Macaroni", "Spaghetti", "Farfalle", "Fusilli", "Penne", "Conchiglie", "Rigatoni", "Ravioli", "Tagliatelle"]','2026-11-20 03:23:25.113974');
INSERT INTO "memory" VALUES(3,'KY','states',7,'2026-11-20 03:23:25.812162');
INSERT INTO "memory" VALUES(3,'MA','states',10,'2026-11-20 03:23:25.759738');
INSERT INTO "memory" VALUES(3,'NV','states',12,'2026-11-20 03:23:25.778435');
CREATE TABLE placed (
	sitting_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	name VARCHAR(24) NOT NULL, 
	points INTEGER NOT NULL, 
	rank INTEGER NOT NULL, 
	sharers INTEGER NOT NULL, 
	kept JSON NOT NULL, 
	CONSTRAINT pk_placed PRIMARY KEY (sitting_id, seat), 
	CONSTRAINT fk_placed_sitting_id_sitting FOREIGN KEY(sitting_id) REFERENCES sitting (id)
)
 WITHOUT ROWID

;
INSERT INTO "placed" VALUES(1,0,'Ana',118,1,1,'{"dearest": 88, "product": "tomatoes", "draws": 1, "run": 1, "fiaskos": 0, "fiaskos_expected": 0.0682, "fiaskos_variance": 0.0635}');
INSERT INTO "placed" VALUES(1,1,'Tom',114,2,0,'{"dearest": 84, "product": "pickles", "draws": 1, "run": 0, "fiaskos": 1, "fiaskos_expected": 0.069, "fiaskos_variance": 0.0642}');
INSERT INTO "placed" VALUES(1,2,'Zoë',48,3,0,'{"dearest": 18, "product": "sardines", "draws": 1, "run": 0, "fiaskos": 1, "fiaskos_expected": 0.0676, "fiaskos_variance": 0.063}');
CREATE TABLE secret (
	id INTEGER NOT NULL, 
	"key" VARCHAR NOT NULL, 
	CONSTRAINT pk_secret PRIMARY KEY (id), 
	CONSTRAINT ck_secret_id CHECK (id = 1)
);
INSERT INTO "secret" VALUES(1,'611880d0f077294caf5724879272543473058bf041010cfcc9ea46a036a95d36');
CREATE TABLE sitting (
	id INTEGER NOT NULL, 
	uid VARCHAR(64) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	options JSON NOT NULL, 
	players JSON NOT NULL, 
	rules INTEGER NOT NULL, 
	score_link VARCHAR(64) NOT NULL, 
	watch_link VARCHAR(64) NOT NULL, 
	opened_at DATETIME NOT NULL, first INTEGER DEFAULT '0' NOT NULL, series VARCHAR(64), 
	CONSTRAINT pk_sitting PRIMARY KEY (id), 
	CONSTRAINT uq_sitting_uid UNIQUE (uid), 
	CONSTRAINT uq_sitting_score_link UNIQUE (score_link), 
	CONSTRAINT uq_sitting_watch_link UNIQUE (watch_link)
);
INSERT INTO "sitting" VALUES(1,'5de109df-6f5f-4c9c-ba90-a6e953e40111','fiasko','{"fiasko_loss": "hand", "catastrophe": "others", "three_way_tie": "fifteen", "count": "all", "advice": "asked"}','["Ana", "Tom", "Zo\u00eb"]',1,'PzSSOoznOWK1S-KEEePvtw','Fn2XMk5nPZ9NEhsZdBIHgw','2026-11-20 03:23:24.218233',0,NULL);
INSERT INTO "sitting" VALUES(2,'b9c7b98f-857c-41c3-a962-266adae9ffa2','pasta','{"al_dente": -2, "tiebreak": "largest", "track": "groups", "deck": null, "shapes": ["Macaroni", "Spaghetti", "Farfalle", "Fusilli", "Penne", "Conchiglie", "Rigatoni", "Ravioli", "Tagliatelle"]}','["Ana", "Tom"]',1,'tIKSQm6uVp7L_MsMxUIGwA','xyZq_8X1YbkiuAL5jjCEfA','2026-11-20 03:23:25.113974',0,NULL);
INSERT INTO "sitting" VALUES(3,'8a1f672c-45ff-4a62-8fdb-3a6ead8f3649','states','{"goal": {}}','["Ana", "Tom"]',1,'svW9X0qm1wbBU5qMm1OeVw','GW9jLMZSoylcGZqZrBSTtw','2026-11-20 03:23:25.575420',0,NULL);
CREATE TABLE visit (
	phone VARCHAR(64) NOT NULL, 
	sitting_id INTEGER NOT NULL, 
	may_score BOOLEAN NOT NULL, 
	name VARCHAR(24), 
	first_seen DATETIME NOT NULL, 
	last_seen DATETIME NOT NULL, put_away BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_visit PRIMARY KEY (phone, sitting_id), 
	CONSTRAINT fk_visit_sitting_id_sitting FOREIGN KEY(sitting_id) REFERENCES sitting (id)
)
 WITHOUT ROWID

;
INSERT INTO "visit" VALUES('1df6f7b7-c02d-4819-9adb-82959ce2b67c',1,1,NULL,'2026-11-20 03:23:24.225279','2026-11-20 03:23:24.225279',0);
INSERT INTO "visit" VALUES('1df6f7b7-c02d-4819-9adb-82959ce2b67c',2,1,NULL,'2026-11-20 03:23:25.120434','2026-11-20 03:23:25.120434',0);
INSERT INTO "visit" VALUES('1df6f7b7-c02d-4819-9adb-82959ce2b67c',3,1,NULL,'2026-11-20 03:23:25.576083','2026-11-20 03:23:25.576083',0);
CREATE INDEX ix_visit_sitting_id ON visit (sitting_id);
CREATE INDEX ix_memory_game_key_at ON memory (game, "key", at);
CREATE INDEX ix_sitting_series ON sitting (series);
COMMIT;
