BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
CREATE TABLE entry (
	sitting_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	target INTEGER, 
	move JSON, 
	tap VARCHAR(64) NOT NULL, 
	phone VARCHAR(64), 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_entry PRIMARY KEY (sitting_id, number), 
	CONSTRAINT uq_entry_sitting_id_tap UNIQUE (sitting_id, tap), 
	CONSTRAINT fk_entry_sitting_id_sitting FOREIGN KEY(sitting_id) REFERENCES sitting (id), 
	CONSTRAINT ck_entry_number CHECK (number >= 1)
)
 WITHOUT ROWID

;
INSERT INTO "entry" VALUES(1,1,'move',NULL,'{"move": "draw", "player": 0, "card": "goods"}','58210a9a-d13b-4c3e-a2b1-cdc37c1e979d','ef1934f0-c55f-41af-b8ff-1f78f32adb64','2026-11-20 03:22:50.850128');
INSERT INTO "entry" VALUES(1,2,'move',NULL,'{"move": "draw", "player": 1, "card": "fiasko"}','df209195-88e3-4ffe-a68b-38e9b986161a','ef1934f0-c55f-41af-b8ff-1f78f32adb64','2026-11-20 03:22:50.874499');
INSERT INTO "entry" VALUES(1,3,'move',NULL,'{"move": "draw", "player": 0, "card": "catastrophe"}','db767890-c1e2-4c59-8424-da4371139b4f','ef1934f0-c55f-41af-b8ff-1f78f32adb64','2026-11-20 03:22:50.898701');
INSERT INTO "entry" VALUES(1,4,'move',NULL,'{"move": "score", "player": 1, "product": "pickles", "values": [1, 4, 5, 4], "hand": 6}','7987ee32-c8cf-4fed-8283-1f92f980f21a','ef1934f0-c55f-41af-b8ff-1f78f32adb64','2026-11-20 03:22:50.972413');
INSERT INTO "entry" VALUES(1,5,'move',NULL,'{"move": "score", "player": 2, "product": "sardines", "values": [1, 2], "hand": 6}','c334fa47-34d7-4465-96d9-f55328398082','ef1934f0-c55f-41af-b8ff-1f78f32adb64','2026-11-20 03:22:50.990585');
INSERT INTO "entry" VALUES(1,6,'move',NULL,'{"move": "draw", "player": 2, "card": "fiasko"}','3dcbf569-2a39-473c-bbe9-4fe084b8bb4e','ef1934f0-c55f-41af-b8ff-1f78f32adb64','2026-11-20 03:22:51.001628');
INSERT INTO "entry" VALUES(1,7,'move',NULL,'{"move": "score", "player": 0, "product": "tomatoes", "points": 88}','dab3129d-3047-4d41-ac89-e6825ae7728a','ef1934f0-c55f-41af-b8ff-1f78f32adb64','2026-11-20 03:22:51.021325');
INSERT INTO "entry" VALUES(1,8,'strike',2,NULL,'919700a1-fd38-4a4d-8ada-b4caebba5635','6b3fbb2b-af25-434e-aefa-77e19dba794a','2026-11-20 03:22:51.311988');
INSERT INTO "entry" VALUES(1,9,'restore',2,NULL,'a3d0865a-7876-4206-bdcf-54284175252e','6b3fbb2b-af25-434e-aefa-77e19dba794a','2026-11-20 03:22:51.370592');
INSERT INTO "entry" VALUES(1,10,'strike',3,NULL,'3e8e993c-b8d6-4292-96d0-95a52ed22617','6b3fbb2b-af25-434e-aefa-77e19dba794a','2026-11-20 03:22:51.402447');
INSERT INTO "entry" VALUES(1,11,'move',NULL,'{"move": "end"}','d1949c60-518d-4397-ae3b-5036223f924b','ef1934f0-c55f-41af-b8ff-1f78f32adb64','2026-11-20 03:22:51.495732');
INSERT INTO "entry" VALUES(2,1,'move',NULL,'{"move": "bank", "player": 0, "shape": 7, "pasta": 4, "sauce": 0, "stolen": "pasta"}','1e3c2006-2585-49e6-8782-d62e10503e5c','ef1934f0-c55f-41af-b8ff-1f78f32adb64','2026-11-20 03:22:51.874709');
INSERT INTO "entry" VALUES(2,2,'move',NULL,'{"move": "bank", "player": 1, "shape": 3, "pasta": 2, "sauce": 2, "stolen": "pasta"}','d868f1ba-e466-4877-aa66-1789f19f8e23','ef1934f0-c55f-41af-b8ff-1f78f32adb64','2026-11-20 03:22:51.897593');
INSERT INTO "entry" VALUES(2,3,'move',NULL,'{"move": "bank", "player": 0, "shape": 2, "pasta": 2, "sauce": 2, "stolen": "pasta"}','fc475ab0-9d31-4d0e-917c-dfbe6b0d2e24','ef1934f0-c55f-41af-b8ff-1f78f32adb64','2026-11-20 03:22:51.913488');
INSERT INTO "entry" VALUES(2,4,'move',NULL,'{"move": "bank", "player": 1, "shape": 0, "pasta": 3, "sauce": 0, "stolen": "pasta"}','3253efaf-5d84-40f1-b59c-3b92011e381a','ef1934f0-c55f-41af-b8ff-1f78f32adb64','2026-11-20 03:22:51.921689');
INSERT INTO "entry" VALUES(2,5,'strike',2,NULL,'7668a5bb-cd86-4bef-96ac-067563388817','6b3fbb2b-af25-434e-aefa-77e19dba794a','2026-11-20 03:22:52.022356');
INSERT INTO "entry" VALUES(2,6,'restore',2,NULL,'242ace3f-2848-4674-b1d4-433bdc31a556','6b3fbb2b-af25-434e-aefa-77e19dba794a','2026-11-20 03:22:52.033441');
INSERT INTO "entry" VALUES(2,7,'strike',3,NULL,'6cc74dd6-c631-44c0-92d3-b298d98915d9','6b3fbb2b-af25-434e-aefa-77e19dba794a','2026-11-20 03:22:52.046109');
INSERT INTO "entry" VALUES(3,1,'move',NULL,'{"move": "battle", "state": "MA", "value": 10, "winner": 0}','53523bb9-813e-4186-b8de-bd36f2313d55','ef1934f0-c55f-41af-b8ff-1f78f32adb64','2026-11-20 03:22:52.314400');
INSERT INTO "entry" VALUES(3,2,'move',NULL,'{"move": "battle", "state": "NV", "value": 12, "winner": null}','c9b22655-1cd8-46b1-aaac-c24e272b280f','ef1934f0-c55f-41af-b8ff-1f78f32adb64','2026-11-20 03:22:52.340397');
INSERT INTO "entry" VALUES(3,3,'move',NULL,'{"move": "battle", "state": "NM", "value": 23, "winner": 1}','dcba25f7-3780-4abd-9eb9-253a7fad9d21','ef1934f0-c55f-41af-b8ff-1f78f32adb64','2026-11-20 03:22:52.361725');
INSERT INTO "entry" VALUES(3,4,'move',NULL,'{"move": "battle", "state": "KY", "value": 7, "winner": 1}','c194357f-628d-4d4b-92fd-2d72fefd79f6','ef1934f0-c55f-41af-b8ff-1f78f32adb64','2026-11-20 03:22:52.398890');
INSERT INTO "entry" VALUES(3,5,'strike',2,NULL,'ed179865-b626-4530-a073-9ac4d2243220','6b3fbb2b-af25-434e-aefa-77e19dba794a','2026-11-20 03:22:52.470427');
INSERT INTO "entry" VALUES(3,6,'restore',2,NULL,'d4f2c045-f744-4a81-a197-678344c5eecf','6b3fbb2b-af25-434e-aefa-77e19dba794a','2026-11-20 03:22:52.490579');
INSERT INTO "entry" VALUES(3,7,'strike',3,NULL,'41527abf-dcf3-45d3-ad82-bc276c026f17','6b3fbb2b-af25-434e-aefa-77e19dba794a','2026-11-20 03:22:52.519301');
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
INSERT INTO "memory" VALUES(2,'shapes','pasta','["Macaroni", "Spaghetti", "Farfalle", "Fusilli", "Penne", "Conchiglie", "Rigatoni", "Ravioli", "Tagliatelle"]','2026-11-20 03:22:51.649251');
INSERT INTO "memory" VALUES(3,'KY','states',7,'2026-11-20 03:22:52.398890');
INSERT INTO "memory" VALUES(3,'MA','states',10,'2026-11-20 03:22:52.314400');
INSERT INTO "memory" VALUES(3,'NV','states',12,'2026-11-20 03:22:52.340397');
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
INSERT INTO "sitting" VALUES(1,'a6bd13ef-089e-45a6-920e-33094dd428ab','fiasko','{"fiasko_loss": "hand", "catastrophe": "others", "three_way_tie": "fifteen", "count": "all", "advice": "asked"}','["Ana", "Tom", "Zo\u00eb"]',1,'v4FVhAT2jjobx9SZtNb8Qw','Wqk00cxBDGdMh-4XjQorgw','2026-11-20 03:22:50.271462',0);
INSERT INTO "sitting" VALUES(2,'c1fcfd29-2bcc-447d-917f-8f7b08535de9','pasta','{"al_dente": -2, "tiebreak": "largest", "track": "groups", "deck": null, "shapes": ["Macaroni", "Spaghetti", "Farfalle", "Fusilli", "Penne", "Conchiglie", "Rigatoni", "Ravioli", "Tagliatelle"]}','["Ana", "Tom"]',1,'SsYMJNiS7_2IKof0nYparg','08nWVRHySnbMgBSbhARX6Q','2026-11-20 03:22:51.649251',0);
INSERT INTO "sitting" VALUES(3,'63e764ee-1bcd-4d4b-8080-f443da3fab48','states','{"goal": {}}','["Ana", "Tom"]',1,'8gdIcGqS6laK3aFaAkmSSg','1KExrYpuZroUa9SVYS9-oA','2026-11-20 03:22:52.093316',0);
CREATE TABLE visit (
	phone VARCHAR(64) NOT NULL, 
	sitting_id INTEGER NOT NULL, 
	may_score BOOLEAN NOT NULL, 
	name VARCHAR(24), 
	first_seen DATETIME NOT NULL, 
	last_seen DATETIME NOT NULL, 
	CONSTRAINT pk_visit PRIMARY KEY (phone, sitting_id), 
	CONSTRAINT fk_visit_sitting_id_sitting FOREIGN KEY(sitting_id) REFERENCES sitting (id)
)
 WITHOUT ROWID

;
INSERT INTO "visit" VALUES('ef1934f0-c55f-41af-b8ff-1f78f32adb64',1,1,NULL,'2026-11-20 03:22:50.273949','2026-11-20 03:22:50.273949');
INSERT INTO "visit" VALUES('ef1934f0-c55f-41af-b8ff-1f78f32adb64',2,1,NULL,'2026-11-20 03:22:51.650813','2026-11-20 03:22:51.650813');
INSERT INTO "visit" VALUES('ef1934f0-c55f-41af-b8ff-1f78f32adb64',3,1,NULL,'2026-11-20 03:22:52.105689','2026-11-20 03:22:52.105689');
CREATE INDEX ix_visit_sitting_id ON visit (sitting_id);
CREATE INDEX ix_memory_game_key_at ON memory (game, "key", at);
COMMIT;
