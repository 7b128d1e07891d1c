BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0012');
CREATE TABLE alias (
	phone VARCHAR(64) NOT NULL, 
	name VARCHAR(24) NOT NULL, 
	person VARCHAR(24) NOT NULL, 
	CONSTRAINT pk_alias PRIMARY KEY (phone, name)
)
 WITHOUT ROWID

;
CREATE TABLE draw (
	phone VARCHAR(64) NOT NULL, 
	players JSON NOT NULL, 
	seat INTEGER NOT NULL, 
	times INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_draw PRIMARY KEY (phone)
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
INSERT INTO "entry" VALUES(1,1,'move',NULL,'{"move": "draw", "player": 0, "card": "goods"}','f17cd260-bade-451c-b717-a1211c943d83','31eab452-a1e1-450f-8a6a-fcff567eb05c','2026-11-20 03:23:47.110995',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,2,'move',NULL,'{"move": "draw", "player": 1, "card": "fiasko"}','2d527bc3-b5e0-4425-ad17-a5697194da65','31eab452-a1e1-450f-8a6a-fcff567eb05c','2026-11-20 03:23:47.160624',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,3,'move',NULL,'{"move": "draw", "player": 0, "card": "catastrophe"}','2ca83eb4-bc33-43c6-b51f-8c32aef79155','31eab452-a1e1-450f-8a6a-fcff567eb05c','2026-11-20 03:23:47.170560',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,4,'move',NULL,'{"move": "score", "player": 1, "product": "pickles", "values": [1, 4, 5, 4], "hand": 6}','155f0e21-e490-4acb-b8e2-a6a0419c1b66','31eab452-a1e1-450f-8a6a-fcff567eb05c','2026-11-20 03:23:47.182775',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,5,'move',NULL,'{"move": "score", "player": 2, "product": "sardines", "values": [1, 2], "hand": 6}','313e49a0-90ff-4654-a993-a3c6be82394c','31eab452-a1e1-450f-8a6a-fcff567eb05c','2026-11-20 03:23:47.194692',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,6,'move',NULL,'{"move": "draw", "player": 2, "card": "fiasko"}','b371245a-4eb4-465a-b67e-5c271823b1d2','31eab452-a1e1-450f-8a6a-fcff567eb05c','2026-11-20 03:23:47.210613',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,7,'move',NULL,'{"move": "score", "player": 0, "product": "tomatoes", "points": 88}','21586983-1456-49a7-8dcd-56acd30efe83','31eab452-a1e1-450f-8a6a-fcff567eb05c','2026-11-20 03:23:47.227046',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,8,'strike',2,NULL,'ffaedfe6-a741-4489-86d2-8c6e80dbe237','295841d9-3a2c-4c6f-8e7f-7ff2ec47aff9','2026-11-20 03:23:47.281337',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,9,'restore',2,NULL,'5de3bb81-f21d-47ce-9754-ce25119eae32','295841d9-3a2c-4c6f-8e7f-7ff2ec47aff9','2026-11-20 03:23:47.295394',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,10,'strike',3,NULL,'7e29265e-f19a-4cd5-a6a6-a029bb8d24d3','295841d9-3a2c-4c6f-8e7f-7ff2ec47aff9','2026-11-20 03:23:47.310529',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,11,'move',NULL,'{"move": "end"}','d5f91612-b9ab-4b5b-94a9-f033a0eb993a','31eab452-a1e1-450f-8a6a-fcff567eb05c','2026-11-20 03:23:47.433931',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,1,'move',NULL,'{"move": "bank", "player": 0, "shape": 7, "pasta": 4, "sauce": 0, "stolen": "pasta"}','95ccf6b4-27af-4c55-8be1-483c2f8adbee','31eab452-a1e1-450f-8a6a-fcff567eb05c','2026-11-20 03:23:47.804561',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,2,'move',NULL,'{"move": "bank", "player": 1, "shape": 3, "pasta": 2, "sauce": 2, "stolen": "pasta"}','ba581516-b365-439a-bfc6-eecd70510213','31eab452-a1e1-450f-8a6a-fcff567eb05c','2026-11-20 03:23:47.809417',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,3,'move',NULL,'{"move": "bank", "player": 0, "shape": 2, "pasta": 2, "sauce": 2, "stolen": "pasta"}','a66c251a-6e2b-4367-8362-745e3fca4cf5','31eab452-a1e1-450f-8a6a-fcff567eb05c','2026-11-20 03:23:47.822662',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,4,'move',NULL,'{"move": "bank", "player": 1, "shape": 0, "pasta": 3, "sauce": 0, "stolen": "pasta"}','5d5fc0c6-32a9-4035-b328-26488578b93a','31eab452-a1e1-450f-8a6a-fcff567eb05c','2026-11-20 03:23:47.834764',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,5,'strike',2,NULL,'a9e7f053-9d0e-4f81-b9a2-b3e4187e0725','295841d9-3a2c-4c6f-8e7f-7ff2ec47aff9','2026-11-20 03:23:47.904575',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,6,'restore',2,NULL,'4db86b95-1755-48a1-981b-d36be106b0df','295841d9-3a2c-4c6f-8e7f-7ff2ec47aff9','2026-11-20 03:23:47.945785',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,7,'strike',3,NULL,'240209d7-04a9-437f-b67b-29a1c3645ef8','295841d9-3a2c-4c6f-8e7f-7ff2ec47aff9','2026-11-20 03:23:47.962603',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,1,'move',NULL,'{"move": "battle", "state": "MA", "value": 10, "winner": 0}','337d54d3-cbfe-42ad-ad9c-bea6772e9663','31eab452-a1e1-450f-8a6a-fcff567eb05c','2026-11-20 03:23:48.246029',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,2,'move',NULL,'{"move": "battle", "state": "NV", "value": 12, "winner": null}','0d18c091-4b63-4be4-b796-d533fb0e2031','31eab452-a1e1-450f-8a6a-fcff567eb05c','2026-11-20 03:23:48.278168',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,3,'move',NULL,'{"move": "battle", "state": "NM", "value": 23, "winner": 1}','765ee67b-82af-405f-9fc6-757a72c6793d','31eab452-a1e1-450f-8a6a-fcff567eb05c','2026-11-20 03:23:48.295815',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,4,'move',NULL,'{"move": "battle", "state": "KY", "value": 7, "winner": 1}','f34191d9-2944-4cbc-bb0b-bae3acd223d8','31eab452-a1e1-450f-8a6a-fcff567eb05c','2026-11-20 03:23:48.351638',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,5,'strike',2,NULL,'72de3bf2-0bc1-43ee-b413-246408004c4c','295841d9-3a2c-4c6f-8e7f-7ff2ec47aff9','2026-11-20 03:23:48.421620',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,6,'restore',2,NULL,'54016713-3240-4810-9716-59ee187c3230','295841d9-3a2c-4c6f-8e7f-7ff2ec47aff9','2026-11-20 03:23:48.430229',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,7,'strike',3,NULL,'93a809ad-8a9c-4453-8d1b-8abe29488ad8','295841d9-3a2c-4c6f-8e7f-7ff2ec47aff9','2026-11-20 03:23:48.459236',NULL,NULL,NULL);
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
INSERT INTO "finished" VALUES(1,'2026-11-20 03:23:47.433931','2026-11-19',0,'fiasko',1,0,'[["Ana", 118, 1, {"dearest": 88, "product": "tomatoes", "draws": 1, "run": 1, "fiaskos": 0, "fiaskos_expected": 0.0682, "fiaskos_variance": 0.0635}, 0], ["Tom", 114, 2, {"dearest": 84, "product": "pickles", "draws": 1, "run": 0, "fiaskos": 1, "fiaskos_expected": 0.069, "fiaskos_variance": 0.0642}, 1], ["Zoë", 48, 3, {"dearest": 18, "product": "sardines", "draws": 1, "run": 0, "fiaskos": 1, "fiaskos_expected": 0.0676, "fiaskos_variance": 0.063}, 2]]');
CREATE TABLE memory (
	sitting_id INTEGER NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	value JSON NOT NULL, 
	noted BIGINT NOT NULL, 
	CONSTRAINT pk_memory PRIMARY KEY (sitting_id, "key"), 
	CONSTRAINT fk_memory_sitting_id_sitting FOREIGN KEY(sitting_id) REFERENCES sitting (id)
)
 WITHOUT ROWID

;
INSERT INTO "memory" VALUES(2,'shapes','pasta','["Macaroni", "Spaghetti", "Farfalle", "Fusilli", "Penne", "Conchiglie", "Rigatoni", "Ravioli", "Tagliatelle"]',1);
INSERT INTO "memory" VALUES(3,'KY','states',7,5);
INSERT INTO "memory" VALUES(3,'MA','states',10,2);
INSERT INTO "memory" VALUES(3,'NV','states',12,6);
CREATE TABLE secret (
	id INTEGER NOT NULL, 
	"key" VARCHAR NOT NULL, 
	CONSTRAINT pk_secret PRIMARY KEY (id), 
	CONSTRAINT ck_secret_id CHECK (id = 1)
);
INSERT INTO "secret" VALUES(1,'69d34e50cd1724ec84275a66e83adb577dff8d956cb702461fdcbf84fadf68fa');
CREATE TABLE sitting (
	id INTEGER NOT NULL, 
	uid VARCHAR(64) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	options JSON NOT NULL, 
	players JSON NOT NULL, 
	rules INTEGER NOT NULL, 
	score_link VARCHAR(64) NOT NULL, 
	watch_link VARCHAR(64) NOT NULL, 
	opened_at DATETIME NOT NULL, first INTEGER DEFAULT '0' NOT NULL, series VARCHAR(64), came_as VARCHAR(64), came_of VARCHAR(64), brought_by VARCHAR(64), follows INTEGER, brought INTEGER, drawn INTEGER, remark VARCHAR(280), 
	CONSTRAINT pk_sitting PRIMARY KEY (id), 
	CONSTRAINT uq_sitting_uid UNIQUE (uid), 
	CONSTRAINT uq_sitting_score_link UNIQUE (score_link), 
	CONSTRAINT uq_sitting_watch_link UNIQUE (watch_link)
);
INSERT INTO "sitting" VALUES(1,'72f74ab3-7cc6-5dc9-87ca-79bc08116692','fiasko','{"fiasko_loss": "hand", "catastrophe": "others", "three_way_tie": "fifteen", "count": "all", "advice": "asked"}','["Ana", "Tom", "Zo\u00eb"]',1,'cmVt5tI0Pa_K6lQfxky_mw','LnXezThn1VOm4xmeVQM57w','2026-11-20 03:23:46.618361',0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "sitting" VALUES(2,'2288c903-dc65-53fd-8a09-8a9450939ad9','pasta','{"al_dente": -2, "tiebreak": "largest", "track": "groups", "deck": null, "shapes": ["Macaroni", "Spaghetti", "Farfalle", "Fusilli", "Penne", "Conchiglie", "Rigatoni", "Ravioli", "Tagliatelle"]}','["Ana", "Tom"]',1,'1MGjCofEu9-GWCe_pj2N1A','rRR4-N3czJsyJi-x8xUvGA','2026-11-20 03:23:47.569828',0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "sitting" VALUES(3,'0055277c-5566-5803-b16c-cb503c83615c','states','{"goal": {}}','["Ana", "Tom"]',1,'gJ58ec3tbAqU2wH0Wqd6NA','9N2YvIchoiqBJJcM4IGrPQ','2026-11-20 03:23:48.025409',0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
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
INSERT INTO "visit" VALUES('31eab452-a1e1-450f-8a6a-fcff567eb05c',1,1,NULL,'2026-11-20 03:23:46.653429','2026-11-20 03:23:46.653429',0);
INSERT INTO "visit" VALUES('31eab452-a1e1-450f-8a6a-fcff567eb05c',2,1,NULL,'2026-11-20 03:23:47.574814','2026-11-20 03:23:47.574814',0);
INSERT INTO "visit" VALUES('31eab452-a1e1-450f-8a6a-fcff567eb05c',3,1,NULL,'2026-11-20 03:23:48.026536','2026-11-20 03:23:48.026536',0);
CREATE INDEX ix_visit_sitting_id ON visit (sitting_id);
CREATE INDEX ix_sitting_series ON sitting (series);
CREATE INDEX ix_sitting_follows ON sitting (follows);
CREATE INDEX ix_sitting_came_as ON sitting (came_as);
CREATE INDEX ix_sitting_came_of ON sitting (came_of);
CREATE INDEX ix_memory_noted ON memory (noted);
COMMIT;
