BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0010');
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
INSERT INTO "entry" VALUES(1,1,'move',NULL,'{"move": "draw", "player": 0, "card": "goods"}','5ab0c6f6-d333-4a9d-9f29-6ed1066b6463','83479dca-2892-4a24-8b61-709c63c6fbe6','2026-11-20 03:23:34.095303',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,2,'move',NULL,'{"move": "draw", "player": 1, "card": "fiasko"}','ec56dc3a-aeba-4a5e-8d5c-f396cd5ec209','83479dca-2892-4a24-8b61-709c63c6fbe6','2026-11-20 03:23:34.123264',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,3,'move',NULL,'{"move": "draw", "player": 0, "card": "catastrophe"}','1f121185-3f35-472c-bd06-9f21b9b73f46','83479dca-2892-4a24-8b61-709c63c6fbe6','2026-11-20 03:23:34.153850',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,4,'move',NULL,'{"move": "score", "player": 1, "product": "pickles", "values": [1, 4, 5, 4], "hand": 6}','d8d31414-eb35-4251-b629-e8120d691a2c','83479dca-2892-4a24-8b61-709c63c6fbe6','2026-11-20 03:23:34.182945',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,5,'move',NULL,'{"move": "score", "player": 2, "product": "sardines", "values": [1, 2], "hand": 6}','291427c0-7c1d-41dd-b348-8d4d46479a60','83479dca-2892-4a24-8b61-709c63c6fbe6','2026-11-20 03:23:34.202161',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,6,'move',NULL,'{"move": "draw", "player": 2, "card": "fiasko"}','df0a304a-750c-4885-a8d5-234180260dec','83479dca-2892-4a24-8b61-709c63c6fbe6','2026-11-20 03:23:34.246653',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,7,'move',NULL,'{"move": "score", "player": 0, "product": "tomatoes", "points": 88}','dda72219-4ad0-4a57-bfb0-a5e82620f48a','83479dca-2892-4a24-8b61-709c63c6fbe6','2026-11-20 03:23:34.265573',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,8,'strike',2,NULL,'673aca39-4695-40e5-ade6-aefcd4315256','a6062dd1-7567-4de7-9a54-92f15f89f681','2026-11-20 03:23:34.329630',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,9,'restore',2,NULL,'1a7afb72-e926-4b42-8189-0568b6d1d031','a6062dd1-7567-4de7-9a54-92f15f89f681','2026-11-20 03:23:34.354809',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,10,'strike',3,NULL,'ff1f5c3b-8bfa-43cc-8e6c-bd1640d1fa7d','a6062dd1-7567-4de7-9a54-92f15f89f681','2026-11-20 03:23:34.370835',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,11,'move',NULL,'{"move": "end"}','0160a711-c463-4ede-8a0c-301d5c1a8d1a','83479dca-2892-4a24-8b61-709c63c6fbe6','2026-11-20 03:23:34.437507',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,1,'move',NULL,'{"move": "bank", "player": 0, "shape": 7, "pasta": 4, "sauce": 0, "stolen": "pasta"}','7451ef58-2983-47e9-b63b-c632cb55c7a0','83479dca-2892-4a24-8b61-709c63c6fbe6','2026-11-20 03:23:34.738513',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,2,'move',NULL,'{"move": "bank", "player": 1, "shape": 3, "pasta": 2, "sauce": 2, "stolen": "pasta"}','b3cf6db2-11f9-4ac4-8f96-402f2c1a2697','83479dca-2892-4a24-8b61-709c63c6fbe6','2026-11-20 03:23:34.756261',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,3,'move',NULL,'{"move": "bank", "player": 0, "shape": 2, "pasta": 2, "sauce": 2, "stolen": "pasta"}','4e8fdaac-4a64-495b-8a22-491c43e1b8ec','83479dca-2892-4a24-8b61-709c63c6fbe6','2026-11-20 03:23:34.763819',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,4,'move',NULL,'{"move": "bank", "player": 1, "shape": 0, "pasta": 3, "sauce": 0, "stolen": "pasta"}','8f976abc-785e-4fb0-a09e-3d819ffbde62','83479dca-2892-4a24-8b61-709c63c6fbe6','2026-11-20 03:23:34.781542',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,5,'strike',2,NULL,'e00d102f-e056-4cb0-ba92-77732ad38fcb','a6062dd1-7567-4de7-9a54-92f15f89f681','2026-11-20 03:23:34.829406',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,6,'restore',2,NULL,'114da199-2e7b-44dd-862b-0614371c9af9','a6062dd1-7567-4de7-9a54-92f15f89f681','2026-11-20 03:23:34.853836',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,7,'strike',3,NULL,'d08a4bf4-c870-4462-abd5-b3b24d38ebb2','a6062dd1-7567-4de7-9a54-92f15f89f681','2026-11-20 03:23:34.936787',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,1,'move',NULL,'{"move": "battle", "state": "MA", "value": 10, "winner": 0}','9ce3dc08-841d-44da-9c4e-bcbfd2fd3f08','83479dca-2892-4a24-8b61-709c63c6fbe6','2026-11-20 03:23:35.303516',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,2,'move',NULL,'{"move": "battle", "state": "NV", "value": 12, "winner": null}','6f3035f1-5328-4dc7-bf7a-cc226435cbec','83479dca-2892-4a24-8b61-709c63c6fbe6','2026-11-20 03:23:35.320121',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,3,'move',NULL,'{"move": "battle", "state": "NM", "value": 23, "winner": 1}','76fc400d-dbfa-4d96-9b54-f9ec117331fa','83479dca-2892-4a24-8b61-709c63c6fbe6','2026-11-20 03:23:35.361569',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,4,'move',NULL,'{"move": "battle", "state": "KY", "value": 7, "winner": 1}','5c0b55ab-cd39-4cba-9ca7-75dad568334e','83479dca-2892-4a24-8b61-709c63c6fbe6','2026-11-20 03:23:35.452886',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,5,'strike',2,NULL,'547551b8-56f3-47bf-9920-59e335195418','a6062dd1-7567-4de7-9a54-92f15f89f681','2026-11-20 03:23:35.493695',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,6,'restore',2,NULL,'25aa67d9-0e12-4c8b-851f-2bbbb83157ba','a6062dd1-7567-4de7-9a54-92f15f89f681','2026-11-20 03:23:35.506048',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,7,'strike',3,NULL,'5b1cc9b2-4c2d-43f9-8835-2265566c5c17','a6062dd1-7567-4de7-9a54-92f15f89f681','2026-11-20 03:23:35.535061',NULL,NULL,NULL);
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
INSERT INTO "finished" VALUES(1,'2026-11-20 03:23:34.437507','2026-11-19',0,'fiasko',1,0,'[["Ana", 118, 1, {"dearest": 88, "product": "tomatoes", "draws": 1, "run": 1, "fiaskos": 0, "fiaskos_expected": 0.0682, "fiaskos_variance": 0.0635}, 0], ["Tom", 114, 2, {"dearest": 84, "product": "pickles", "draws": 1, "run": 0, "fiaskos": 1, "fiaskos_expected": 0.069, "fiaskos_variance": 0.0642}, 1], ["Zoë", 48, 3, {"dearest": 18, "product": "sardines", "draws": 1, "run": 0, "fiaskos": 1, "fiaskos_expected": 0.0676, "fiaskos_variance": 0.063}, 2]]');
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
INSERT INTO "memory" VALUES(2,'shapes','pasta','["Macaroni", "Spaghetti", "Farfalle", "Fusilli", "Penne", "Conchiglie", "Rigatoni", "Ravioli", "Tagliatelle"]','2026-11-20 03:23:34.527084');
INSERT INTO "memory" VALUES(3,'KY','states',7,'2026-11-20 03:23:35.452886');
INSERT INTO "memory" VALUES(3,'MA','states',10,'2026-11-20 03:23:35.303516');
INSERT INTO "memory" VALUES(3,'NV','states',12,'2026-11-20 03:23:35.320121');
CREATE TABLE secret (
	id INTEGER NOT NULL, 
	"key" VARCHAR NOT NULL, 
	CONSTRAINT pk_secret PRIMARY KEY (id), 
	CONSTRAINT ck_secret_id CHECK (id = 1)
);
INSERT INTO "secret" VALUES(1,'3ce5b157cb168b22431307c55a42ab12fac1c6927655de36c281bd070cae9c9a');
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
INSERT INTO "sitting" VALUES(1,'6282af41-6f10-5e7d-b354-da3fb8ef8aa0','fiasko','{"fiasko_loss": "hand", "catastrophe": "others", "three_way_tie": "fifteen", "count": "all", "advice": "asked"}','["Ana", "Tom", "Zo\u00eb"]',1,'-CEJopKTOvB0Nd9sAsN5VA','dF4gwQkdFJKxdkTYUYgclQ','2026-11-20 03:23:33.513969',0,NULL);
INSERT INTO "sitting" VALUES(2,'4a64d63b-ea67-540d-b0b6-6c7c3b4d9195','pasta','{"al_dente": -2, "tiebreak": "largest", "track": "groups", "deck": null, "shapes": ["Macaroni", "Spaghetti", "Farfalle", "Fusilli", "Penne", "Conchiglie", "Rigatoni", "Ravioli", "Tagliatelle"]}','["Ana", "Tom"]',1,'ePf0Gj0--vd2cEYenX9yoQ','t71IJX2PWWTHL1Z2znWSZg','2026-11-20 03:23:34.527084',0,NULL);
INSERT INTO "sitting" VALUES(3,'9aec18f7-a434-5eeb-b7d2-afd062574a8d','states','{"goal": {}}','["Ana", "Tom"]',1,'MyEHU0qL4ZKMll9Nd4lzzg','p7fz74v5LEi4rkg_95Sb3g','2026-11-20 03:23:35.089410',0,NULL);
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
INSERT INTO "visit" VALUES('83479dca-2892-4a24-8b61-709c63c6fbe6',1,1,NULL,'2026-11-20 03:23:33.526450','2026-11-20 03:23:33.526450',0);
INSERT INTO "visit" VALUES('83479dca-2892-4a24-8b61-709c63c6fbe6',2,1,NULL,'2026-11-20 03:23:34.545541','2026-11-20 03:23:34.545541',0);
INSERT INTO "visit" VALUES('83479dca-2892-4a24-8b61-709c63c6fbe6',3,1,NULL,'2026-11-20 03:23:35.090108','2026-11-20 03:23:35.090108',0);
CREATE INDEX ix_visit_sitting_id ON visit (sitting_id);
CREATE INDEX ix_memory_game_key_at ON memory (game, "key", at);
CREATE INDEX ix_sitting_series ON sitting (series);
COMMIT;
