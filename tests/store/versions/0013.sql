BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0013');
CREATE TABLE alias (
	phone VARCHAR(64) NOT NULL, 
	name VARCHAR(24) NOT NULL, 
	person VARCHAR(24) NOT NULL, 
	CONSTRAINT pk_alias PRIMARY KEY (phone, name)
)
 WITHOUT ROWID

;
CREATE TABLE code (
	letters VARCHAR(8) NOT NULL, 
	sitting_id INTEGER NOT NULL, 
	may_score BOOLEAN NOT NULL, 
	until DATETIME NOT NULL, 
	CONSTRAINT pk_code PRIMARY KEY (letters), 
	CONSTRAINT fk_code_sitting_id_sitting FOREIGN KEY(sitting_id) REFERENCES sitting (id)
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
INSERT INTO "entry" VALUES(1,1,'move',NULL,'{"move": "draw", "player": 0, "card": "goods"}','3cdd0ce5-ed68-4b0f-9f32-c47bd3f2e7d6','fe19f55f-aa12-46ff-b8e3-abfaa650743d','2026-11-20 03:24:00.203926',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,2,'move',NULL,'{"move": "draw", "player": 1, "card": "fiasko"}','02ea034d-15ad-4b07-ab31-38a3e24e041c','fe19f55f-aa12-46ff-b8e3-abfaa650743d','2026-11-20 03:24:00.244700',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,3,'move',NULL,'{"move": "draw", "player": 0, "card": "catastrophe"}','98f2c9f4-346d-4ec0-a752-9ccad44ca49a','fe19f55f-aa12-46ff-b8e3-abfaa650743d','2026-11-20 03:24:00.254072',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,4,'move',NULL,'{"move": "score", "player": 1, "product": "pickles", "values": [1, 4, 5, 4], "hand": 6}','bde65e31-4908-4f80-a19e-a74c3acc9522','fe19f55f-aa12-46ff-b8e3-abfaa650743d','2026-11-20 03:24:00.266887',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,5,'move',NULL,'{"move": "score", "player": 2, "product": "sardines", "values": [1, 2], "hand": 6}','a769e957-709d-44eb-8d96-baaa28af7d95','fe19f55f-aa12-46ff-b8e3-abfaa650743d','2026-11-20 03:24:00.291391',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,6,'move',NULL,'{"move": "draw", "player": 2, "card": "fiasko"}','8c29cbae-2fff-4fd8-9515-c285e4a23073','fe19f55f-aa12-46ff-b8e3-abfaa650743d','2026-11-20 03:24:00.313381',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,7,'move',NULL,'{"move": "score", "player": 0, "product": "tomatoes", "points": 88}','356e9c62-bd40-4d0a-91cd-b2d29afafaee','fe19f55f-aa12-46ff-b8e3-abfaa650743d','2026-11-20 03:24:00.347768',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,8,'strike',2,NULL,'d31b09a6-923b-4357-813f-95da585fd5d6','d2464128-f2e8-4782-b744-e4bc7714cbee','2026-11-20 03:24:00.548102',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,9,'restore',2,NULL,'427609b9-375c-4650-a4c0-7637ee3c21ef','d2464128-f2e8-4782-b744-e4bc7714cbee','2026-11-20 03:24:00.565659',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,10,'strike',3,NULL,'59c7bd40-987c-4f97-9676-7bc80c9b2623','d2464128-f2e8-4782-b744-e4bc7714cbee','2026-11-20 03:24:00.582691',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(1,11,'move',NULL,'{"move": "end"}','93682bab-8603-444d-9962-e734688d3014','fe19f55f-aa12-46ff-b8e3-abfaa650743d','2026-11-20 03:24:00.742167',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,1,'move',NULL,'{"move": "bank", "player": 0, "shape": 7, "pasta": 4, "sauce": 0, "stolen": "pasta"}','8b344649-bdbd-4065-8992-9114b266eb30','fe19f55f-aa12-46ff-b8e3-abfaa650743d','2026-11-20 03:24:01.078977',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,2,'move',NULL,'{"move": "bank", "player": 1, "shape": 3, "pasta": 2, "sauce": 2, "stolen": "pasta"}','8f7ccbf6-4cd0-47cf-a4b1-975cda89397d','fe19f55f-aa12-46ff-b8e3-abfaa650743d','2026-11-20 03:24:01.086354',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,3,'move',NULL,'{"move": "bank", "player": 0, "shape": 2, "pasta": 2, "sauce": 2, "stolen": "pasta"}','209f6780-526c-4321-8205-5c46f10a68a3','fe19f55f-aa12-46ff-b8e3-abfaa650743d','2026-11-20 03:24:01.095976',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,4,'move',NULL,'{"move": "bank", "player": 1, "shape": 0, "pasta": 3, "sauce": 0, "stolen": "pasta"}','cf3e0e84-5a51-4052-a15e-22052f14c29c','fe19f55f-aa12-46ff-b8e3-abfaa650743d','2026-11-20 03:24:01.117567',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,5,'strike',2,NULL,'9aa2502e-7543-4128-87ef-91ff1ad1aee8','d2464128-f2e8-4782-b744-e4bc7714cbee','2026-11-20 03:24:01.142282',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,6,'restore',2,NULL,'0330db8d-109c-4f26-af60-bae5f1638d15','d2464128-f2e8-4782-b744-e4bc7714cbee','2026-11-20 03:24:01.149820',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,7,'strike',3,NULL,'b78bc494-6c11-4d1b-b3a0-e254e9a43cd9','d2464128-f2e8-4782-b744-e4bc7714cbee','2026-11-20 03:24:01.158673',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,1,'move',NULL,'{"move": "battle", "state": "MA", "value": 10, "winner": 0}','1267bd6c-48b2-4522-b0a8-3f399a63ba7a','fe19f55f-aa12-46ff-b8e3-abfaa650743d','2026-11-20 03:24:01.383890',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,2,'move',NULL,'{"move": "battle", "state": "NV", "value": 12, "winner": null}','3641b6d3-afe2-44d8-93fc-4f2283ccb534','fe19f55f-aa12-46ff-b8e3-abfaa650743d','2026-11-20 03:24:01.434696',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,3,'move',NULL,'{"move": "battle", "state": "NM", "value": 23, "winner": 1}','de6fff44-1f0c-46f6-b02a-63533c6d7a9c','fe19f55f-aa12-46ff-b8e3-abfaa650743d','2026-11-20 03:24:01.473510',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,4,'move',NULL,'{"move": "battle", "state": "KY", "value": 7, "winner": 1}','4e61bdb0-33ea-4190-bace-48c57b2e39f8','fe19f55f-aa12-46ff-b8e3-abfaa650743d','2026-11-20 03:24:01.477822',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,5,'strike',2,NULL,'aeab7f42-c057-44f4-ac32-ac347420ba4d','d2464128-f2e8-4782-b744-e4bc7714cbee','2026-11-20 03:24:01.488657',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,6,'restore',2,NULL,'b740d821-1791-416c-8346-3515de15823a','d2464128-f2e8-4782-b744-e4bc7714cbee','2026-11-20 03:24:01.493279',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,7,'strike',3,NULL,'916f28e9-416d-40ad-8331-d6ea1207c19e','d2464128-f2e8-4782-b744-e4bc7714cbee','2026-11-20 03:24:01.495165',NULL,NULL,NULL);
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
INSERT INTO "finished" VALUES(1,'2026-11-20 03:24:00.742167','2026-11-19',0,'fiasko',1,0,'[["Ana", 118, 1, {"dearest": 88, "product": "tomatoes", "draws": 1, "run": 1, "fiaskos": 0, "fiaskos_expected": 0.0682, "fiaskos_variance": 0.0635}, 0], ["Tom", 114, 2, {"dearest": 84, "product": "pickles", "draws": 1, "run": 0, "fiaskos": 1, "fiaskos_expected": 0.069, "fiaskos_variance": 0.0642}, 1], ["Zoë", 48, 3, {"dearest": 18, "product": "sardines", "draws": 1, "run": 0, "fiaskos": 1, "fiaskos_expected": 0.0676, "fiaskos_variance": 0.063}, 2]]');
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
INSERT INTO "secret" VALUES(1,'9f95b5dc38dc7e27602c0386555d7b672bdc55ec50afc878724da2966920b8c8');
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
INSERT INTO "sitting" VALUES(1,'b11c0c62-f642-595f-97fe-08adde8efe78','fiasko','{"fiasko_loss": "hand", "catastrophe": "others", "three_way_tie": "fifteen", "count": "all", "advice": "asked"}','["Ana", "Tom", "Zo\u00eb"]',1,'XvRgBUZffRGfRr0tJ0z4ew','OzUokU0OpXpeHLTNm1trvw','2026-11-20 03:23:59.853775',0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "sitting" VALUES(2,'b4a6a697-ff00-56ce-8fea-530bd11a0819','pasta','{"al_dente": -2, "tiebreak": "largest", "track": "groups", "deck": null, "shapes": ["Macaroni", "Spaghetti", "Farfalle", "Fusilli", "Penne", "Conchiglie", "Rigatoni", "Ravioli", "Tagliatelle"]}','["Ana", "Tom"]',1,'IyLle_OJ39wMpMYYt0QhiQ','rTuXc0veATXBXvSOC7A9qg','2026-11-20 03:24:00.832607',0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "sitting" VALUES(3,'e3dab313-2639-5476-acbb-e791d6b5b00a','states','{"goal": {}}','["Ana", "Tom"]',1,'XFiP7hqYKwHiv_aznYZFBw','vSn_pDN-lyjhGPkyB-q9zw','2026-11-20 03:24:01.173668',0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE television (
	"key" VARCHAR(64) NOT NULL, 
	sitting_id INTEGER NOT NULL, 
	until DATETIME NOT NULL, 
	CONSTRAINT pk_television PRIMARY KEY ("key"), 
	CONSTRAINT fk_television_sitting_id_sitting FOREIGN KEY(sitting_id) REFERENCES sitting (id)
)
 WITHOUT ROWID

;
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
INSERT INTO "visit" VALUES('fe19f55f-aa12-46ff-b8e3-abfaa650743d',1,1,NULL,'2026-11-20 03:23:59.871308','2026-11-20 03:23:59.871308',0);
INSERT INTO "visit" VALUES('fe19f55f-aa12-46ff-b8e3-abfaa650743d',2,1,NULL,'2026-11-20 03:24:00.835478','2026-11-20 03:24:00.835478',0);
INSERT INTO "visit" VALUES('fe19f55f-aa12-46ff-b8e3-abfaa650743d',3,1,NULL,'2026-11-20 03:24:01.174618','2026-11-20 03:24:01.174618',0);
CREATE INDEX ix_visit_sitting_id ON visit (sitting_id);
CREATE INDEX ix_sitting_series ON sitting (series);
CREATE INDEX ix_sitting_follows ON sitting (follows);
CREATE INDEX ix_sitting_came_as ON sitting (came_as);
CREATE INDEX ix_sitting_came_of ON sitting (came_of);
CREATE INDEX ix_memory_noted ON memory (noted);
COMMIT;
