BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0007');
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
INSERT INTO "entry" VALUES(1,1,'move',NULL,'{"move": "draw", "player": 0, "card": "goods"}','31e4b481-21e2-45f1-976b-826aef6fe55e','54a2a677-a1e3-42c0-b0e9-750a234d8753','2026-11-20 03:23:12.714521',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,2,'move',NULL,'{"move": "draw", "player": 1, "card": "fiasko"}','f0758a45-558a-4d7e-95d9-c761bf55321c','54a2a677-a1e3-42c0-b0e9-750a234d8753','2026-11-20 03:23:12.747202',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,3,'move',NULL,'{"move": "draw", "player": 0, "card": "catastrophe"}','172cc08f-a29d-4a58-832f-27202ac3322b','54a2a677-a1e3-42c0-b0e9-750a234d8753','2026-11-20 03:23:12.765879',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,4,'move',NULL,'{"move": "score", "player": 1, "product": "pickles", "values": [1, 4, 5, 4], "hand": 6}','05531409-92ae-4203-88f9-05f086b7a1f2','54a2a677-a1e3-42c0-b0e9-750a234d8753','2026-11-20 03:23:12.795238',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,5,'move',NULL,'{"move": "score", "player": 2, "product": "sardines", "values": [1, 2], "hand": 6}','320442c8-c421-481c-92d4-72d7a5b188ce','54a2a677-a1e3-42c0-b0e9-750a234d8753','2026-11-20 03:23:12.814852',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,6,'move',NULL,'{"move": "draw", "player": 2, "card": "fiasko"}','55d1ec8f-2737-4ea1-97a3-11573ade5493','54a2a677-a1e3-42c0-b0e9-750a234d8753','2026-11-20 03:23:12.846393',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,7,'move',NULL,'{"move": "score", "player": 0, "product": "tomatoes", "points": 88}','50bb37a7-8a7d-40ba-a98b-525bac12f1b1','54a2a677-a1e3-42c0-b0e9-750a234d8753','2026-11-20 03:23:12.873421',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,8,'strike',2,NULL,'354480d8-0efd-4962-89a2-6ef254de3ccc','dac3abac-62c3-4117-92c8-4cec350e7415','2026-11-20 03:23:12.964093',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,9,'restore',2,NULL,'151bc25d-2b78-41b8-bdee-b8cd0ffb6ded','dac3abac-62c3-4117-92c8-4cec350e7415','2026-11-20 03:23:13.001121',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,10,'strike',3,NULL,'8adb9cfc-c185-46b2-b48d-2ac7b67ff820','dac3abac-62c3-4117-92c8-4cec350e7415','2026-11-20 03:23:13.027980',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,11,'move',NULL,'{"move": "end"}','8f5fc759-ae3f-42c5-921d-847b82415443','54a2a677-a1e3-42c0-b0e9-750a234d8753','2026-11-20 03:23:13.096012',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,1,'move',NULL,'{"move": "bank", "player": 0, "shape": 7, "pasta": 4, "sauce": 0, "stolen": "pasta"}','decbe165-d268-4188-8ad6-600dc7be06f5','54a2a677-a1e3-42c0-b0e9-750a234d8753','2026-11-20 03:23:13.463844',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,2,'move',NULL,'{"move": "bank", "player": 1, "shape": 3, "pasta": 2, "sauce": 2, "stolen": "pasta"}','d46d1755-d05c-4da2-a41a-6d1e5d8aef6b','54a2a677-a1e3-42c0-b0e9-750a234d8753','2026-11-20 03:23:13.486849',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,3,'move',NULL,'{"move": "bank", "player": 0, "shape": 2, "pasta": 2, "sauce": 2, "stolen": "pasta"}','beca7129-822c-41b1-b62b-a0bdb8df82a5','54a2a677-a1e3-42c0-b0e9-750a234d8753','2026-11-20 03:23:13.507625',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,4,'move',NULL,'{"move": "bank", "player": 1, "shape": 0, "pasta": 3, "sauce": 0, "stolen": "pasta"}','566c5d33-cb08-44d2-a15b-638823364211','54a2a677-a1e3-42c0-b0e9-750a234d8753','2026-11-20 03:23:13.524181',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,5,'strike',2,NULL,'177a1c71-c090-430d-83e2-90d87d66c25f','dac3abac-62c3-4117-92c8-4cec350e7415','2026-11-20 03:23:13.587108',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,6,'restore',2,NULL,'09fd0544-26e1-46fb-9088-2f9db3bd3ad7','dac3abac-62c3-4117-92c8-4cec350e7415','2026-11-20 03:23:13.611926',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,7,'strike',3,NULL,'82a76207-68ab-4a42-9b05-205b8c90da51','dac3abac-62c3-4117-92c8-4cec350e7415','2026-11-20 03:23:13.627715',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,1,'move',NULL,'{"move": "battle", "state": "MA", "value": 10, "winner": 0}','ecbaaa66-5ab3-4469-964b-85787816077a','54a2a677-a1e3-42c0-b0e9-750a234d8753','2026-11-20 03:23:13.995452',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,2,'move',NULL,'{"move": "battle", "state": "NV", "value": 12, "winner": null}','1919b86a-4fb1-4672-ab13-e66c1cbf9993','54a2a677-a1e3-42c0-b0e9-750a234d8753','2026-11-20 03:23:14.011324',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,3,'move',NULL,'{"move": "battle", "state": "NM", "value": 23, "winner": 1}','5b4d4931-e585-4acb-b9d2-2120fc6f4551','54a2a677-a1e3-42c0-b0e9-750a234d8753','2026-11-20 03:23:14.033432',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,4,'move',NULL,'{"move": "battle", "state": "KY", "value": 7, "winner": 1}','ab43733d-aac9-46c6-96ab-23834932f706','54a2a677-a1e3-42c0-b0e9-750a234d8753','2026-11-20 03:23:14.064825',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,5,'strike',2,NULL,'7858390e-7571-4774-a0e7-f0a1a6ca0758','dac3abac-62c3-4117-92c8-4cec350e7415','2026-11-20 03:23:14.159420',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,6,'restore',2,NULL,'02038034-c423-4f9a-86db-1ec6f77319e7','dac3abac-62c3-4117-92c8-4cec350e7415','2026-11-20 03:23:14.181883',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,7,'strike',3,NULL,'6b03c450-bf7f-4c2d-a8c7-94fc17f0985f','dac3abac-62c3-4117-92c8-4cec350e7415','2026-11-20 03:23:14.214907',NULL,NULL,NULL);
CREATE TABLE finished (
	sitting_id INTEGER NOT NULL, 
	ended_at DATETIME NOT NULL, 
	whole BOOLEAN NOT NULL, 
	CONSTRAINT pk_finished PRIMARY KEY (sitting_id), 
	CONSTRAINT fk_finished_sitting_id_sitting FOREIGN KEY(sitting_id) REFERENCES sitting (id)
);
INSERT INTO "finished" VALUES(1,'2026-11-20 03:23:13.096012',0);
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
INSERT INTO "memory" VALUES(2,'shapes','pasta','["Macaroni", "Spaghetti", "Farfalle", "Fusilli", "Penne", "Conchiglie", "Rigatoni", "Ravioli", "Tagliatelle"]','2026-11-20 03:23:13.223272');
INSERT INTO "memory" VALUES(3,'KY','states',7,'2026-11-20 03:23:14.064825');
INSERT INTO "memory" VALUES(3,'MA','states',10,'2026-11-20 03:23:13.995452');
INSERT INTO "memory" VALUES(3,'NV','states',12,'2026-11-20 03:23:14.011324');
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
INSERT INTO "secret" VALUES(1,'a0a23a2ffad30400385baeaac8228a7fed5e637c269f1ba4bdb6164500aa97f5');
CREATE TABLE sitting (
	id INTEGER NOT NULL, 
	uid VARCHAR(64) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	options JSON NOT NULL, 
	players JSON NOT NULL, 
	rules INTEGER NOT NULL, 
	score_link VARCHAR(64) NOT NULL, 
	watch_link VARCHAR(64) NOT NULL, 
	opened_at DATETIME NOT NULL, first INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_sitting PRIMARY KEY (id), 
	CONSTRAINT uq_sitting_uid UNIQUE (uid), 
	CONSTRAINT uq_sitting_score_link UNIQUE (score_link), 
	CONSTRAINT uq_sitting_watch_link UNIQUE (watch_link)
);
INSERT INTO "sitting" VALUES(1,'7ca318af-5e4d-4012-b5fe-753edbe2f809','fiasko','{"fiasko_loss": "hand", "catastrophe": "others", "three_way_tie": "fifteen", "count": "all", "advice": "asked"}','["Ana", "Tom", "Zo\u00eb"]',1,'V11Dgo-CcomZVGAtYDyUOw','lOOq7-L56mb5fjPygnXW4w','2026-11-20 03:23:12.330335',0);
INSERT INTO "sitting" VALUES(2,'ae988b90-faa0-4870-9c75-0dd03994e441','pasta','{"al_dente": -2, "tiebreak": "largest", "track": "groups", "deck": null, "shapes": ["Macaroni", "Spaghetti", "Farfalle", "Fusilli", "Penne", "Conchiglie", "Rigatoni", "Ravioli", "Tagliatelle"]}','["Ana", "Tom"]',1,'69EU1diVIXEB5gpskcgJeA','wPKYqowP7pfcP0FugJzS4g','2026-11-20 03:23:13.223272',0);
INSERT INTO "sitting" VALUES(3,'59e5dc30-8c15-424a-98d1-7dbcdb416de3','states','{"goal": {}}','["Ana", "Tom"]',1,'E8foBfB5H3_ZDKWJKbb_Yw','ewZFVfXSQqoLygTsFcAhKw','2026-11-20 03:23:13.766529',0);
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
INSERT INTO "visit" VALUES('54a2a677-a1e3-42c0-b0e9-750a234d8753',1,1,NULL,'2026-11-20 03:23:12.342642','2026-11-20 03:23:12.342642',0);
INSERT INTO "visit" VALUES('54a2a677-a1e3-42c0-b0e9-750a234d8753',2,1,NULL,'2026-11-20 03:23:13.240670','2026-11-20 03:23:13.240670',0);
INSERT INTO "visit" VALUES('54a2a677-a1e3-42c0-b0e9-750a234d8753',3,1,NULL,'2026-11-20 03:23:13.767347','2026-11-20 03:23:13.767347',0);
CREATE INDEX ix_visit_sitting_id ON visit (sitting_id);
CREATE INDEX ix_memory_game_key_at ON memory (game, "key", at);
COMMIT;
