BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0004');
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
INSERT INTO "entry" VALUES(1,1,'move',NULL,'{"move": "draw", "player": 0, "card": "goods"}','9865ff10-fb7d-4fda-841d-a9ff782afd20','ba4c5736-9f2a-43ce-84dc-4c16681968ec','2026-11-20 03:23:01.605908');
INSERT INTO "entry" VALUES(1,2,'move',NULL,'{"move": "draw", "player": 1, "card": "fiasko"}','3fa8de68-718d-4df7-a9a2-7ec5c87ff60b','ba4c5736-9f2a-43ce-84dc-4c16681968ec','2026-11-20 03:23:01.630782');
INSERT INTO "entry" VALUES(1,3,'move',NULL,'{"move": "draw", "player": 0, "card": "catastrophe"}','b4eb6069-cae4-4fc6-8396-66f6fb234ba8','ba4c5736-9f2a-43ce-84dc-4c16681968ec','2026-11-20 03:23:01.650768');
INSERT INTO "entry" VALUES(1,4,'move',NULL,'{"move": "score", "player": 1, "product": "pickles", "values": [1, 4, 5, 4], "hand": 6}','436503bb-9f1a-4a85-b048-e01a679a66c0','ba4c5736-9f2a-43ce-84dc-4c16681968ec','2026-11-20 03:23:01.671525');
INSERT INTO "entry" VALUES(1,5,'move',NULL,'{"move": "score", "player": 2, "product": "sardines", "values": [1, 2], "hand": 6}','7043b7e1-e729-4e19-ae90-fd866163219c','ba4c5736-9f2a-43ce-84dc-4c16681968ec','2026-11-20 03:23:01.687325');
INSERT INTO "entry" VALUES(1,6,'move',NULL,'{"move": "draw", "player": 2, "card": "fiasko"}','d4c65359-54ac-44c5-80d0-c2e5c4f5442f','ba4c5736-9f2a-43ce-84dc-4c16681968ec','2026-11-20 03:23:01.731916');
INSERT INTO "entry" VALUES(1,7,'move',NULL,'{"move": "score", "player": 0, "product": "tomatoes", "points": 88}','8d4c5435-cbd9-419b-84e3-e3e9d05bc374','ba4c5736-9f2a-43ce-84dc-4c16681968ec','2026-11-20 03:23:01.749565');
INSERT INTO "entry" VALUES(1,8,'strike',2,NULL,'15ffb5d1-7f00-4fda-aabb-89b2df6d9059','dc8f54cf-de5f-43f2-bdc1-83ddb6595ede','2026-11-20 03:23:01.840928');
INSERT INTO "entry" VALUES(1,9,'restore',2,NULL,'6b567504-a4cd-43a2-8f1b-d18851903ed6','dc8f54cf-de5f-43f2-bdc1-83ddb6595ede','2026-11-20 03:23:01.857029');
INSERT INTO "entry" VALUES(1,10,'strike',3,NULL,'770ff9f9-d185-46c7-a946-9d6c09efedd0','dc8f54cf-de5f-43f2-bdc1-83ddb6595ede','2026-11-20 03:23:01.883628');
INSERT INTO "entry" VALUES(1,11,'move',NULL,'{"move": "end"}','29cf0944-d0fd-4a8d-8dce-b3d4d755c0d8','ba4c5736-9f2a-43ce-84dc-4c16681968ec','2026-11-20 03:23:01.966066');
INSERT INTO "entry" VALUES(2,1,'move',NULL,'{"move": "bank", "player": 0, "shape": 7, "pasta": 4, "sauce": 0, "stolen": "pasta"}','24ffb9b8-8ea0-4d50-97e0-becf62d3ac94','ba4c5736-9f2a-43ce-84dc-4c16681968ec','2026-11-20 03:23:02.203506');
INSERT INTO "entry" VALUES(2,2,'move',NULL,'{"move": "bank", "player": 1, "shape": 3, "pasta": 2, "sauce": 2, "stolen": "pasta"}','39c8b6a2-f7df-499a-9ead-cf54a6ef2040','ba4c5736-9f2a-43ce-84dc-4c16681968ec','2026-11-20 03:23:02.221995');
INSERT INTO "entry" VALUES(2,3,'move',NULL,'{"move": "bank", "player": 0, "shape": 2, "pasta": 2, "sauce": 2, "stolen": "pasta"}','4b1a7cd6-f177-41dc-9ac1-076a1acec140','ba4c5736-9f2a-43ce-84dc-4c16681968ec','2026-11-20 03:23:02.256909');
INSERT INTO "entry" VALUES(2,4,'move',NULL,'{"move": "bank", "player": 1, "shape": 0, "pasta": 3, "sauce": 0, "stolen": "pasta"}','e4d379f6-c1bd-4d5c-b09e-b795182b0250','ba4c5736-9f2a-43ce-84dc-4c16681968ec','2026-11-20 03:23:02.271267');
INSERT INTO "entry" VALUES(2,5,'strike',2,NULL,'f2a131d3-6a59-4935-9ec3-5695bb544f20','dc8f54cf-de5f-43f2-bdc1-83ddb6595ede','2026-11-20 03:23:02.326241');
INSERT INTO "entry" VALUES(2,6,'restore',2,NULL,'7e8cc29f-b73c-4a84-a513-1777fb013180','dc8f54cf-de5f-43f2-bdc1-83ddb6595ede','2026-11-20 03:23:02.353538');
INSERT INTO "entry" VALUES(2,7,'strike',3,NULL,'7200cfd9-8c8f-4300-a679-7dad6efae461','dc8f54cf-de5f-43f2-bdc1-83ddb6595ede','2026-11-20 03:23:02.385313');
INSERT INTO "entry" VALUES(3,1,'move',NULL,'{"move": "battle", "state": "MA", "value": 10, "winner": 0}','7cd08b68-84e3-4138-8f51-7d5e96f6b5e8','ba4c5736-9f2a-43ce-84dc-4c16681968ec','2026-11-20 03:23:02.682258');
INSERT INTO "entry" VALUES(3,2,'move',NULL,'{"move": "battle", "state": "NV", "value": 12, "winner": null}','e8c0e1cb-a0c1-4717-a9df-3619d3f0af6d','ba4c5736-9f2a-43ce-84dc-4c16681968ec','2026-11-20 03:23:02.700374');
INSERT INTO "entry" VALUES(3,3,'move',NULL,'{"move": "battle", "state": "NM", "value": 23, "winner": 1}','d5b16bfb-315d-4138-baeb-6f4adbfd13fd','ba4c5736-9f2a-43ce-84dc-4c16681968ec','2026-11-20 03:23:02.714966');
INSERT INTO "entry" VALUES(3,4,'move',NULL,'{"move": "battle", "state": "KY", "value": 7, "winner": 1}','e611ba70-29d5-4e30-bd5e-209405131db6','ba4c5736-9f2a-43ce-84dc-4c16681968ec','2026-11-20 03:23:02.731069');
INSERT INTO "entry" VALUES(3,5,'strike',2,NULL,'bbab6c4b-818b-4460-b227-752ad823f697','dc8f54cf-de5f-43f2-bdc1-83ddb6595ede','2026-11-20 03:23:02.791262');
INSERT INTO "entry" VALUES(3,6,'restore',2,NULL,'5a8a306d-654f-4766-b2d1-e322a7b78878','dc8f54cf-de5f-43f2-bdc1-83ddb6595ede','2026-11-20 03:23:02.938210');
INSERT INTO "entry" VALUES(3,7,'strike',3,NULL,'d8634e92-3244-4c67-8f96-aaf3f8ec3d45','dc8f54cf-de5f-43f2-bdc1-83ddb6595ede','2026-11-20 03:23:02.990072');
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
INSERT INTO "memory" VALUES(2,'shapes','pasta','["Macaroni", "Spaghetti", "Farfalle", "Fusilli", "Penne", "Conchiglie", "Rigatoni", "Ravioli", "Tagliatelle"]','2026-11-20 03:23:02.044164');
INSERT INTO "memory" VALUES(3,'KY','states',7,'2026-11-20 03:23:02.731069');
INSERT INTO "memory" VALUES(3,'MA','states',10,'2026-11-20 03:23:02.682258');
INSERT INTO "memory" VALUES(3,'NV','states',12,'2026-11-20 03:23:02.700374');
CREATE TABLE secret (
	id INTEGER NOT NULL, 
	"key" VARCHAR NOT NULL, 
	CONSTRAINT pk_secret PRIMARY KEY (id), 
	CONSTRAINT ck_secret_id CHECK (id = 1)
);
INSERT INTO "secret" VALUES(1,'2dbb9e85dc1ab7774b26fbe788ac595dca042a1a13f29d77ed8860aeb1bbdb1a');
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
INSERT INTO "sitting" VALUES(1,'147b5f3f-bbfb-4ab4-ab21-e03a82304122','fiasko','{"fiasko_loss": "hand", "catastrophe": "others", "three_way_tie": "fifteen", "count": "all", "advice": "asked"}','["Ana", "Tom", "Zo\u00eb"]',1,'cOcIt4eqY3CF2OG3YEZa1g','SrIpZwmd5hhfOKfjRrjekg','2026-11-20 03:23:01.200737',0);
INSERT INTO "sitting" VALUES(2,'0e27d100-aa28-433a-91db-521a9cacea13','pasta','{"al_dente": -2, "tiebreak": "largest", "track": "groups", "deck": null, "shapes": ["Macaroni", "Spaghetti", "Farfalle", "Fusilli", "Penne", "Conchiglie", "Rigatoni", "Ravioli", "Tagliatelle"]}','["Ana", "Tom"]',1,'UYw1IMGBicK_h2lo75laxQ','p3Qq9fXizhgRDc_DTyM8hw','2026-11-20 03:23:02.044164',0);
INSERT INTO "sitting" VALUES(3,'f039949c-3654-4252-a46e-507ef53ab02d','states','{"goal": {}}','["Ana", "Tom"]',1,'N0N35VR-MgXwIO9TYRZoKw','LOGyl6dh1BfmwPDU5Qnl3w','2026-11-20 03:23:02.455667',0);
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
INSERT INTO "visit" VALUES('ba4c5736-9f2a-43ce-84dc-4c16681968ec',1,1,NULL,'2026-11-20 03:23:01.206981','2026-11-20 03:23:01.206981');
INSERT INTO "visit" VALUES('ba4c5736-9f2a-43ce-84dc-4c16681968ec',2,1,NULL,'2026-11-20 03:23:02.045731','2026-11-20 03:23:02.045731');
INSERT INTO "visit" VALUES('ba4c5736-9f2a-43ce-84dc-4c16681968ec',3,1,NULL,'2026-11-20 03:23:02.489747','2026-11-20 03:23:02.489747');
CREATE INDEX ix_visit_sitting_id ON visit (sitting_id);
CREATE INDEX ix_memory_game_key_at ON memory (game, "key", at);
COMMIT;
