BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
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
INSERT INTO "entry" VALUES(1,1,'move',NULL,'{"move": "draw", "player": 0, "card": "goods"}','215b4d1f-b9a0-4675-92d7-4d015f37d18f','c6680be5-12b5-4aef-a9f2-b5977e8b4e84','2026-11-20 03:22:38.478747');
INSERT INTO "entry" VALUES(1,2,'move',NULL,'{"move": "draw", "player": 1, "card": "fiasko"}','b0762d1e-e051-46b6-900d-e532f88fd640','c6680be5-12b5-4aef-a9f2-b5977e8b4e84','2026-11-20 03:22:38.506719');
INSERT INTO "entry" VALUES(1,3,'move',NULL,'{"move": "draw", "player": 0, "card": "catastrophe"}','5f397186-3662-4cec-996e-c6f9ce291516','c6680be5-12b5-4aef-a9f2-b5977e8b4e84','2026-11-20 03:22:38.515605');
INSERT INTO "entry" VALUES(1,4,'move',NULL,'{"move": "score", "player": 1, "product": "pickles", "values": [1, 4, 5, 4], "hand": 6}','db9555bf-0e92-4a4e-ba30-3c90b7faaafa','c6680be5-12b5-4aef-a9f2-b5977e8b4e84','2026-11-20 03:22:38.535719');
INSERT INTO "entry" VALUES(1,5,'move',NULL,'{"move": "score", "player": 2, "product": "sardines", "values": [1, 2], "hand": 6}','56f3719e-a967-48bb-91c6-98490ce3d399','c6680be5-12b5-4aef-a9f2-b5977e8b4e84','2026-11-20 03:22:38.557648');
INSERT INTO "entry" VALUES(1,6,'move',NULL,'{"move": "draw", "player": 2, "card": "fiasko"}','d992f8d8-f33c-4c9c-9259-1f3dee4e9f87','c6680be5-12b5-4aef-a9f2-b5977e8b4e84','2026-11-20 03:22:38.574838');
INSERT INTO "entry" VALUES(1,7,'move',NULL,'{"move": "score", "player": 0, "product": "tomatoes", "points": 88}','7f2bfe90-47f3-4c14-9cf9-7aab7550cc6b','c6680be5-12b5-4aef-a9f2-b5977e8b4e84','2026-11-20 03:22:38.598871');
INSERT INTO "entry" VALUES(1,8,'strike',2,NULL,'d8c71f15-a756-4f78-a534-ea1ffce6823d','74f9521b-fa93-4cb1-8172-c27b844ed7ba','2026-11-20 03:22:38.636139');
INSERT INTO "entry" VALUES(1,9,'restore',2,NULL,'7b5c76dc-0eef-4c22-a2e1-040619a7737a','74f9521b-fa93-4cb1-8172-c27b844ed7ba','2026-11-20 03:22:38.651446');
INSERT INTO "entry" VALUES(1,10,'strike',3,NULL,'fa90bcdf-b51c-4d9d-b507-3ae4a2b545fd','74f9521b-fa93-4cb1-8172-c27b844ed7ba','2026-11-20 03:22:38.665022');
INSERT INTO "entry" VALUES(1,11,'move',NULL,'{"move": "end"}','077530b4-12fb-490f-af0a-cdbac4e5641f','c6680be5-12b5-4aef-a9f2-b5977e8b4e84','2026-11-20 03:22:38.686051');
INSERT INTO "entry" VALUES(2,1,'move',NULL,'{"move": "bank", "player": 0, "shape": 7, "pasta": 4, "sauce": 0, "stolen": "pasta"}','8ed4933f-6fa8-45a5-962e-afcf430fd1c9','c6680be5-12b5-4aef-a9f2-b5977e8b4e84','2026-11-20 03:22:39.041282');
INSERT INTO "entry" VALUES(2,2,'move',NULL,'{"move": "bank", "player": 1, "shape": 3, "pasta": 2, "sauce": 2, "stolen": "pasta"}','429a1d89-7f93-4732-9e8d-20d10f4c8eed','c6680be5-12b5-4aef-a9f2-b5977e8b4e84','2026-11-20 03:22:39.064875');
INSERT INTO "entry" VALUES(2,3,'move',NULL,'{"move": "bank", "player": 0, "shape": 2, "pasta": 2, "sauce": 2, "stolen": "pasta"}','f7c710fb-fbd4-43a4-a6be-a2854954e62f','c6680be5-12b5-4aef-a9f2-b5977e8b4e84','2026-11-20 03:22:39.096380');
INSERT INTO "entry" VALUES(2,4,'move',NULL,'{"move": "bank", "player": 1, "shape": 0, "pasta": 3, "sauce": 0, "stolen": "pasta"}','5569bdb8-4560-4728-b2da-ad3c779ec22a','c6680be5-12b5-4aef-a9f2-b5977e8b4e84','2026-11-20 03:22:39.113368');
INSERT INTO "entry" VALUES(2,5,'strike',2,NULL,'c1fa06e6-b499-49d3-ac72-27bc70d671fe','74f9521b-fa93-4cb1-8172-c27b844ed7ba','2026-11-20 03:22:39.173524');
INSERT INTO "entry" VALUES(2,6,'restore',2,NULL,'b0a9faec-2bfa-44be-90ee-24d24001ab35','74f9521b-fa93-4cb1-8172-c27b844ed7ba','2026-11-20 03:22:39.187215');
INSERT INTO "entry" VALUES(2,7,'strike',3,NULL,'3d98e275-1f1c-4f0e-bad7-556b55cf8246','74f9521b-fa93-4cb1-8172-c27b844ed7ba','2026-11-20 03:22:39.241337');
INSERT INTO "entry" VALUES(3,1,'move',NULL,'{"move": "battle", "state": "MA", "value": 10, "winner": 0}','06e105cf-9158-44a5-8efa-659c30ddb6ea','c6680be5-12b5-4aef-a9f2-b5977e8b4e84','2026-11-20 03:22:39.914690');
INSERT INTO "entry" VALUES(3,2,'move',NULL,'{"move": "battle", "state": "NV", "value": 12, "winner": null}','c8e14bc8-ebac-4fd8-acd6-8a144ebf5303','c6680be5-12b5-4aef-a9f2-b5977e8b4e84','2026-11-20 03:22:39.940606');
INSERT INTO "entry" VALUES(3,3,'move',NULL,'{"move": "battle", "state": "NM", "value": 23, "winner": 1}','b4ad79e0-aef4-4bf4-a255-7db1a45a1e2e','c6680be5-12b5-4aef-a9f2-b5977e8b4e84','2026-11-20 03:22:39.951118');
INSERT INTO "entry" VALUES(3,4,'move',NULL,'{"move": "battle", "state": "KY", "value": 7, "winner": 1}','1c0e2f10-d68b-4175-9309-5870038040b3','c6680be5-12b5-4aef-a9f2-b5977e8b4e84','2026-11-20 03:22:39.975205');
INSERT INTO "entry" VALUES(3,5,'strike',2,NULL,'208bfd72-dd58-48ba-bdcd-bd5a7d9b8409','74f9521b-fa93-4cb1-8172-c27b844ed7ba','2026-11-20 03:22:40.087616');
INSERT INTO "entry" VALUES(3,6,'restore',2,NULL,'0c63ef74-cedf-4ab4-9a6c-a8b119912283','74f9521b-fa93-4cb1-8172-c27b844ed7ba','2026-11-20 03:22:40.108671');
INSERT INTO "entry" VALUES(3,7,'strike',3,NULL,'254b35b2-074d-4f4d-b6e6-52543cf5aa4b','74f9521b-fa93-4cb1-8172-c27b844ed7ba','2026-11-20 03:22:40.164619');
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
INSERT INTO "memory" VALUES(2,'shapes','pasta','["Macaroni", "Spaghetti", "Farfalle", "Fusilli", "Penne", "Conchiglie", "Rigatoni", "Ravioli", "Tagliatelle"]','2026-11-20 03:22:38.780115');
INSERT INTO "memory" VALUES(3,'KY','states',7,'2026-11-20 03:22:39.975205');
INSERT INTO "memory" VALUES(3,'MA','states',10,'2026-11-20 03:22:39.914690');
INSERT INTO "memory" VALUES(3,'NV','states',12,'2026-11-20 03:22:39.940606');
CREATE TABLE sitting (
	id INTEGER NOT NULL, 
	uid VARCHAR(64) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	options JSON NOT NULL, 
	players JSON NOT NULL, 
	rules INTEGER NOT NULL, 
	score_link VARCHAR(64) NOT NULL, 
	watch_link VARCHAR(64) NOT NULL, 
	opened_at DATETIME NOT NULL, 
	CONSTRAINT pk_sitting PRIMARY KEY (id), 
	CONSTRAINT uq_sitting_uid UNIQUE (uid), 
	CONSTRAINT uq_sitting_score_link UNIQUE (score_link), 
	CONSTRAINT uq_sitting_watch_link UNIQUE (watch_link)
);
INSERT INTO "sitting" VALUES(1,'004c0659-ddb3-4d62-8414-0c075dc6715f','fiasko','{}','["Ana", "Tom", "Zo\u00eb"]',1,'MeikysjPi-dX2gZ_noMm1g','Qv2kptM3jpSnFqlfxXaT_g','2026-11-20 03:22:37.785128');
INSERT INTO "sitting" VALUES(2,'46139cc3-dd4b-4f53-b3f7-251162d536c3','pasta','{}','["Ana", "Tom"]',1,'14lW4knAmNWXDm_lYmWKPg','cxvdzrLtb4s3WzSTpPdbrA','2026-11-20 03:22:38.780115');
INSERT INTO "sitting" VALUES(3,'ac91a7c1-4633-4579-9f65-342323fb6dc3','states','{}','["Ana", "Tom"]',1,'3YlJQzor97oyhFHsfwjEWQ','3f_QWsHH9ubPnwrepFz9lQ','2026-11-20 03:22:39.388800');
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
INSERT INTO "visit" VALUES('74f9521b-fa93-4cb1-8172-c27b844ed7ba',1,1,NULL,'2026-11-20 03:22:38.614115','2026-11-20 03:22:38.614115');
INSERT INTO "visit" VALUES('74f9521b-fa93-4cb1-8172-c27b844ed7ba',2,1,NULL,'2026-11-20 03:22:39.124032','2026-11-20 03:22:39.124032');
INSERT INTO "visit" VALUES('74f9521b-fa93-4cb1-8172-c27b844ed7ba',3,1,NULL,'2026-11-20 03:22:40.005557','2026-11-20 03:22:40.005557');
INSERT INTO "visit" VALUES('c6680be5-12b5-4aef-a9f2-b5977e8b4e84',1,1,NULL,'2026-11-20 03:22:37.787960','2026-11-20 03:22:37.787960');
INSERT INTO "visit" VALUES('c6680be5-12b5-4aef-a9f2-b5977e8b4e84',2,1,NULL,'2026-11-20 03:22:38.788331','2026-11-20 03:22:38.788331');
INSERT INTO "visit" VALUES('c6680be5-12b5-4aef-a9f2-b5977e8b4e84',3,1,NULL,'2026-11-20 03:22:39.390574','2026-11-20 03:22:39.390574');
CREATE INDEX ix_visit_sitting_id ON visit (sitting_id);
CREATE INDEX ix_memory_game_key_at ON memory (game, "key", at);
COMMIT;
