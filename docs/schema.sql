-- The whole schema, written from a migrated database by server/db/migrate.test.ts. Do not edit: change a migration or a function, then
-- node_modules/.bin/vitest run server/db/migrate.test.ts --update

table applied_functions (
  name text, checksum text, applied_at timestamp with time zone default now(), PRIMARY KEY (name)
);
table audit (
  id bigint generated always as identity, at timestamp with time zone default now(), actor text, action text, subject text,
  details jsonb default '{}'::jsonb, PRIMARY KEY (id)
);
CREATE INDEX audit_by_actor ON audit USING btree (actor, at, id);
CREATE INDEX audit_by_actor_and_area ON audit USING btree (actor, split_part(action, '.'::text, 1), at, id);
CREATE INDEX audit_by_area ON audit USING btree (split_part(action, '.'::text, 1), at, id);
CREATE INDEX audit_by_subject ON audit USING btree (subject, id);
CREATE INDEX audit_by_time ON audit USING btree (at, id);
CREATE TRIGGER audit_tells_console AFTER INSERT ON audit FOR EACH STATEMENT EXECUTE FUNCTION tell('console');
table backups (
  name text, taken_at timestamp with time zone, bytes bigint null, proven_at timestamp with time zone null,
  tried_at timestamp with time zone default now(), fault text null, PRIMARY KEY (name)
);
table blocks (
  id bigint generated always as identity, phone text null, user_id text null, reason text, until timestamp with time zone null,
  at timestamp with time zone default now(), author text, UNIQUE (phone), UNIQUE (user_id), PRIMARY KEY (id),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE, CHECK ((num_nonnulls(phone, user_id) = 1))
);
table categories (
  id text, "position" integer, name text, name_bn text, aliases text default ''::text, type text, shown boolean default true,
  built_in boolean default false, UNIQUE (id, type), PRIMARY KEY (id), CHECK ((type = ANY (ARRAY['raw-products'::text, 'beverages'::text])))
);
CREATE TRIGGER categories_tell_shop AFTER INSERT OR DELETE OR UPDATE ON categories FOR EACH STATEMENT EXECUTE FUNCTION tell('shop');
table due_limits (
  phone text, limit_poisha bigint null, PRIMARY KEY (phone), CHECK ((limit_poisha >= 0))
);
table handovers (
  id bigint generated always as identity, day date, rider_id text null, amount_poisha bigint, at timestamp with time zone default now(),
  operator text null, counted bigint, PRIMARY KEY (id), FOREIGN KEY (rider_id) REFERENCES riders(id) ON DELETE SET NULL
);
CREATE INDEX handovers_by_day ON handovers USING btree (day);
table import_job_chunks (
  job_id text, number integer, content json, PRIMARY KEY (job_id, number), FOREIGN KEY (job_id) REFERENCES import_jobs(id) ON DELETE CASCADE
);
table import_jobs (
  id text, file_name text, replace boolean, actor text, state text, phase text null, done bigint default 0, total bigint default 0,
  summary jsonb null, changes jsonb null, fault_count integer default 0, unit text default 'line'::text, error text null,
  started_at timestamp with time zone default now(), ended_at timestamp with time zone null,
  alive_at timestamp with time zone default now(), PRIMARY KEY (id),
  CHECK ((phase = ANY (ARRAY['reading'::text, 'pictures'::text, 'comparing'::text, 'importing'::text]))),
  CHECK ((state = ANY (ARRAY['checking'::text, 'refused'::text, 'checked'::text, 'importing'::text, 'done'::text, 'failed'::text]))),
  CHECK ((unit = ANY (ARRAY['line'::text, 'item'::text])))
);
CREATE UNIQUE INDEX import_jobs_at_work ON import_jobs USING btree ((true)) WHERE state = ANY (ARRAY['checking'::text, 'importing'::text]);
CREATE TRIGGER import_jobs_tell_console AFTER INSERT OR UPDATE OF state ON import_jobs FOR EACH ROW EXECUTE FUNCTION tell('console');
table invitations (
  email text, token_hash text, invited_by text, created_at timestamp with time zone, expires_at timestamp with time zone,
  staff_role text default 'operator'::text, rider_id text null, resets boolean default false, UNIQUE (token_hash), PRIMARY KEY (email),
  FOREIGN KEY (rider_id) REFERENCES riders(id) ON DELETE CASCADE, CHECK ((email = lower(email)))
);
table listing_counts (
  listing text, products bigint, PRIMARY KEY (listing)
);
CREATE TRIGGER listing_counts_tell_of_change AFTER UPDATE ON listing_counts FOR EACH ROW WHEN ((old.products > 0) <> (new.products > 0)) EXECUTE FUNCTION tell('shop');
CREATE TRIGGER listing_counts_tell_shop AFTER INSERT ON listing_counts FOR EACH ROW EXECUTE FUNCTION tell('shop');
table migrations (
  name text, checksum text, applied_at timestamp with time zone default now(), PRIMARY KEY (name)
);
table notes (
  id bigint generated always as identity, order_number bigint null, user_id text null, text text, at timestamp with time zone default now(),
  author text, phone text null, PRIMARY KEY (id), FOREIGN KEY (order_number) REFERENCES orders(number) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE, CHECK ((num_nonnulls(order_number, user_id, phone) = 1))
);
CREATE INDEX notes_by_order ON notes USING btree (order_number) WHERE order_number IS NOT NULL;
CREATE INDEX notes_by_phone ON notes USING btree (phone) WHERE phone IS NOT NULL;
CREATE INDEX notes_by_user ON notes USING btree (user_id) WHERE user_id IS NOT NULL;
CREATE TRIGGER notes_tell_console AFTER INSERT ON notes FOR EACH STATEMENT EXECUTE FUNCTION tell('console');
table one_time_tokens (
  token_hash text, purpose text, user_id text null, expires_at timestamp with time zone, PRIMARY KEY (token_hash),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CHECK ((purpose = ANY (ARRAY['password-reset'::text, 'login-code'::text, 'passkey'::text])))
);
CREATE INDEX one_time_tokens_by_expiry ON one_time_tokens USING btree (expires_at);
CREATE INDEX one_time_tokens_by_user ON one_time_tokens USING btree (user_id);
table order_changes (
  history_id bigint, PRIMARY KEY (history_id)
);
table order_counts (
  user_id text, status text, orders bigint, PRIMARY KEY (user_id, status)
);
table order_history (
  id bigint generated always as identity, order_number bigint, at timestamp with time zone default now(), actor text, from_status text null,
  to_status text, operator text null, change text null, from_stage text null, to_stage text null, reason text default ''::text,
  details jsonb default '{}'::jsonb, before jsonb null, was jsonb null, undoes bigint null, key uuid null, request_hash text null,
  PRIMARY KEY (id), FOREIGN KEY (order_number) REFERENCES orders(number) ON DELETE CASCADE,
  CHECK ((actor = ANY (ARRAY['owner'::text, 'operator'::text])))
);
CREATE UNIQUE INDEX order_history_by_key ON order_history USING btree (key) WHERE key IS NOT NULL;
CREATE INDEX order_history_by_order ON order_history USING btree (order_number, id);
CREATE INDEX order_history_returns ON order_history USING btree (at) WHERE change = 'return'::text;
CREATE TRIGGER order_history_inserted AFTER INSERT ON order_history REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION queue_order_changes();
table order_lines (
  order_number bigint, line smallint, product_id text, name text, name_bn text default ''::text, image text, weight text, unit text,
  price_poisha bigint, discount_bp integer, status text, category text, type text, quantity integer, paid_poisha bigint,
  weighed integer null, instead_of jsonb null, PRIMARY KEY (order_number, line),
  FOREIGN KEY (order_number) REFERENCES orders(number) ON DELETE CASCADE, CHECK (((quantity >= 1) AND (quantity <= 9999))),
  CHECK ((weighed > 0))
);
table order_mail_queue (
  user_id text, order_number bigint, PRIMARY KEY (user_id, order_number)
);
table order_mail_times (
  user_id text, next_at timestamp with time zone, PRIMARY KEY (user_id), FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
table order_money (
  id bigint generated always as identity, order_number bigint, history_id bigint, at timestamp with time zone default now(), day date,
  rider_id text null, kind text, amount_poisha bigint, operator text null, how text default 'cash'::text, reference text default ''::text,
  PRIMARY KEY (id), FOREIGN KEY (history_id) REFERENCES order_history(id) ON DELETE CASCADE,
  FOREIGN KEY (order_number) REFERENCES orders(number) ON DELETE CASCADE, FOREIGN KEY (rider_id) REFERENCES riders(id) ON DELETE SET NULL,
  CHECK ((how = ANY (ARRAY['cash'::text, 'bkash'::text, 'nagad'::text, 'bank'::text]))),
  CHECK ((kind = ANY (ARRAY['to collect'::text, 'collected'::text, 'given back'::text, 'written off'::text])))
);
CREATE INDEX order_money_by_day ON order_money USING btree (day, rider_id);
CREATE INDEX order_money_by_order ON order_money USING btree (order_number);
CREATE INDEX order_money_given_back ON order_money USING btree (day) WHERE kind = 'given back'::text;
table order_sums (
  dimension text, day date, value text, status text, orders bigint, total_poisha bigint, PRIMARY KEY (dimension, day, value, status),
  CHECK ((dimension = ANY (ARRAY['all'::text, 'division'::text, 'hour'::text, 'area'::text])))
);
table orders (
  id text collate "C", number bigint generated always as identity, user_id text null, idempotency_key uuid, request_hash text, status text,
  payment_method text, payment_status text, sub_total_poisha bigint, shipping_cost_poisha bigint, discount_poisha bigint,
  total_cost_poisha bigint, shipping_info jsonb, placed_at timestamp with time zone default now(), division text default ''::text,
  area text default ''::text, stage text default 'new'::text, source text default 'shop'::text, delivery_day date null,
  cancel_reason text null, rider_id text null, printed_at timestamp with time zone null, revision integer default 0,
  returned boolean default false, slot_from text null, slot_to text null, missing text default 'call'::text, owes boolean default false,
  link_hash text null, language text null, UNIQUE (number), UNIQUE (user_id, idempotency_key), PRIMARY KEY (id) INCLUDE (number),
  FOREIGN KEY (rider_id) REFERENCES riders(id) ON DELETE SET NULL, FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CHECK ((total_cost_poisha = (sub_total_poisha + shipping_cost_poisha))), CHECK ((discount_poisha >= 0)),
  CHECK ((language ~ '^[a-z]{2}$'::text)), CHECK ((missing = ANY (ARRAY['call'::text, 'leave'::text, 'similar'::text]))),
  CHECK ((shipping_cost_poisha >= 0)), CHECK ((source = ANY (ARRAY['shop'::text, 'phone'::text, 'guest'::text]))),
  CHECK ((status = ANY (ARRAY['pending'::text, 'canceled'::text, 'delivered'::text]))), CHECK ((sub_total_poisha >= 0))
);
CREATE INDEX orders_by_area ON orders USING btree (area, number) WHERE area <> ''::text;
CREATE INDEX orders_by_day ON orders USING btree (delivery_day, number) WHERE status <> 'pending'::text;
CREATE UNIQUE INDEX orders_by_link ON orders USING btree (link_hash) WHERE link_hash IS NOT NULL;
CREATE INDEX orders_by_phone ON orders USING btree (search_phone(shipping_info ->> 'phone'::text), number) WHERE user_id IS NULL;
CREATE INDEX orders_by_rider ON orders USING btree (rider_id, number) WHERE rider_id IS NOT NULL;
CREATE INDEX orders_by_rider_and_status ON orders USING btree (rider_id, status, number) WHERE rider_id IS NOT NULL;
CREATE UNIQUE INDEX orders_by_source_and_key ON orders USING btree (source, idempotency_key) WHERE source <> 'shop'::text;
CREATE INDEX orders_by_status ON orders USING btree (status, number);
CREATE INDEX orders_by_time ON orders USING btree (placed_at);
CREATE INDEX orders_by_user ON orders USING btree (user_id, number);
CREATE INDEX orders_customers ON orders USING gin (search_pieces(customer_text(shipping_info))) WITH (gin_pending_list_limit='1024');
CREATE INDEX orders_of_phones ON orders USING btree (search_phone(shipping_info ->> 'phone'::text));
CREATE INDEX orders_search ON orders USING gin (search_words(shipping_info ->> 'name'::text, shipping_info ->> 'email'::text, shipping_info ->> 'phone'::text, id)) WITH (gin_pending_list_limit='256');
CREATE INDEX orders_that_owe ON orders USING btree (search_phone(shipping_info ->> 'phone'::text), number) WHERE owes;
CREATE TRIGGER order_leaves_slot AFTER DELETE ON orders FOR EACH ROW WHEN (old.slot_from IS NOT NULL) EXECUTE FUNCTION count_slot_orders();
CREATE TRIGGER order_moves_slot AFTER UPDATE ON orders FOR EACH ROW WHEN (COALESCE(old.slot_from, new.slot_from) IS NOT NULL AND (old.status IS DISTINCT FROM new.status OR old.delivery_day IS DISTINCT FROM new.delivery_day OR old.slot_from IS DISTINCT FROM new.slot_from)) EXECUTE FUNCTION count_slot_orders();
CREATE TRIGGER order_takes_slot AFTER INSERT ON orders FOR EACH ROW WHEN (new.slot_from IS NOT NULL) EXECUTE FUNCTION count_slot_orders();
CREATE TRIGGER orders_deleted AFTER DELETE ON orders REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION keep_order_counts();
CREATE TRIGGER orders_inserted AFTER INSERT ON orders REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION keep_order_counts();
CREATE TRIGGER orders_tell_console AFTER UPDATE ON orders FOR EACH STATEMENT EXECUTE FUNCTION tell('console');
CREATE TRIGGER orders_updated AFTER UPDATE ON orders REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION keep_order_counts();
table outbox (
  id bigint generated always as identity, recipient text, subject text, body_text text, body_html text,
  created_at timestamp with time zone default now(), attempts integer default 0, next_attempt_at timestamp with time zone default now(),
  last_error text null, sent_at timestamp with time zone null, given_up_at timestamp with time zone null,
  sending_until timestamp with time zone null, history_id bigint null, channel text default 'mail'::text, answer text null, PRIMARY KEY (id)
);
CREATE INDEX outbox_by_history ON outbox USING btree (history_id) WHERE history_id IS NOT NULL;
CREATE INDEX outbox_due ON outbox USING btree (next_attempt_at) WHERE sent_at IS NULL AND given_up_at IS NULL;
CREATE INDEX outbox_failed ON outbox USING btree (id) WHERE last_error IS NOT NULL;
CREATE TRIGGER outbox_sends_failed AFTER DELETE ON outbox FOR EACH ROW WHEN (old.last_error IS NOT NULL) EXECUTE FUNCTION tell('console');
CREATE TRIGGER outbox_tells_console AFTER UPDATE OF last_error ON outbox FOR EACH STATEMENT EXECUTE FUNCTION tell('console');
table passkeys (
  id text, user_id text, name text, public_key bytea, counter bigint, created_at timestamp with time zone,
  last_used_at timestamp with time zone null, PRIMARY KEY (id), FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_by_user ON passkeys USING btree (user_id);
table product_sums (
  day date, product_id text collate "C", quantity bigint, revenue_poisha bigint, PRIMARY KEY (day, product_id)
);
CREATE INDEX product_sums_by_revenue ON product_sums USING btree (day, revenue_poisha);
table products (
  id text, "position" bigint generated by default as identity, name text, name_bn text default ''::text, aliases text default ''::text,
  image text, weight text, unit text, price_poisha bigint, discount_bp integer, status text, category text, type text,
  available boolean default true, search_text text, created_at timestamp with time zone default now(),
  updated_at timestamp with time zone default now(), suggestion_text text default ''::text, max_per_order integer null,
  by_weight boolean default false, PRIMARY KEY (id), FOREIGN KEY (category, type) REFERENCES categories(id, type) ON UPDATE CASCADE,
  CHECK (((discount_bp >= 0) AND (discount_bp <= 9999))), CHECK ((max_per_order > 0)), CHECK ((price_poisha > 0)),
  CHECK ((status = ANY (ARRAY['top'::text, 'recent'::text, 'popular'::text]))),
  CHECK ((type = ANY (ARRAY['raw-products'::text, 'beverages'::text])))
);
CREATE INDEX products_by_category ON products USING btree (category, "position");
CREATE INDEX products_by_status ON products USING btree (status, "position");
CREATE INDEX products_by_type ON products USING btree (type, "position");
CREATE UNIQUE INDEX products_in_order ON products USING btree (("position" + 0));
CREATE INDEX products_not_available ON products USING btree ("position") WHERE NOT available;
CREATE INDEX products_on_offer ON products USING btree ("position") WHERE discount_bp > 0;
CREATE INDEX products_search ON products USING gin (search_pieces(search_text)) WITH (gin_pending_list_limit='32768');
CREATE INDEX products_suggestions ON products USING gin (search_pieces(suggestion_text)) WITH (gin_pending_list_limit='32768');
CREATE TRIGGER product_takes_movements AFTER DELETE ON products FOR EACH ROW EXECUTE FUNCTION forget_movements();
CREATE TRIGGER products_deleted AFTER DELETE ON products REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION keep_listing_counts();
CREATE TRIGGER products_inserted AFTER INSERT ON products REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION keep_listing_counts();
CREATE TRIGGER products_updated AFTER UPDATE ON products REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION keep_listing_counts();
CREATE TRIGGER products_words_added AFTER INSERT ON products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION words_noted();
CREATE TRIGGER products_words_changed AFTER UPDATE ON products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION words_noted();
table purchases (
  day date, product_id text, bought boolean default false, pieces double precision null, paid_poisha bigint null, stocked integer default 0,
  PRIMARY KEY (day, product_id), FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE, CHECK ((paid_poisha >= 0)),
  CHECK ((pieces >= (0)::double precision))
);
CREATE INDEX purchases_by_product ON purchases USING btree (product_id, day) WHERE bought AND paid_poisha IS NOT NULL AND pieces > 0::double precision;
table push_keys (
  one boolean default true, public_key text, private_key text, PRIMARY KEY (one), CHECK (one)
);
table push_subscriptions (
  id text default (gen_random_uuid())::text, endpoint text, p256dh text, auth text, language text, user_id text null, session_id text null,
  order_number bigint null, seen_at timestamp with time zone default now(), UNIQUE NULLS NOT DISTINCT (endpoint, order_number),
  PRIMARY KEY (id), FOREIGN KEY (order_number) REFERENCES orders(number) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE, CHECK (((user_id IS NOT NULL) OR (order_number IS NOT NULL)))
);
CREATE INDEX push_subscriptions_by_order ON push_subscriptions USING btree (order_number);
CREATE INDEX push_subscriptions_by_user ON push_subscriptions USING btree (user_id);
table rate_limits (
  id text, key text, count integer, last_request bigint, UNIQUE (key), PRIMARY KEY (id)
);
CREATE INDEX rate_limits_by_age ON rate_limits USING btree (last_request);
table riders (
  id text, name text, phone text default ''::text, user_id text null, active boolean default true, UNIQUE (user_id), PRIMARY KEY (id),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
table sessions (
  id text, token_hash text, user_id text, expires_at timestamp with time zone, user_agent text null,
  created_at timestamp with time zone default now(), last_used_at timestamp with time zone default now(), kind text, UNIQUE (token_hash),
  PRIMARY KEY (id), FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CHECK ((kind = ANY (ARRAY['shop'::text, 'console'::text])))
);
CREATE INDEX sessions_by_expiry ON sessions USING btree (expires_at);
CREATE INDEX sessions_by_user ON sessions USING btree (user_id);
CREATE TRIGGER ended_sessions_forget_pushes AFTER DELETE ON sessions FOR EACH ROW WHEN (old.expires_at > now()) EXECUTE FUNCTION forget_pushes();
table shop_settings (
  name text, value jsonb, PRIMARY KEY (name)
);
CREATE TRIGGER shop_settings_tell_shop AFTER INSERT OR DELETE OR UPDATE ON shop_settings FOR EACH STATEMENT EXECUTE FUNCTION tell('shop');
table slot_orders (
  day date, slot_from text, orders integer, PRIMARY KEY (day, slot_from)
);
table stock (
  product_id text, pieces integer, PRIMARY KEY (product_id), FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  CHECK ((pieces >= 0))
);
table stock_movements (
  id bigint generated always as identity, product_id text, at timestamp with time zone default now(), kind text, delta integer,
  after integer null, order_number bigint null, operator text null, reason text default ''::text, key uuid null,
  PRIMARY KEY (product_id, id), CHECK ((kind = ANY (ARRAY['order'::text, 'count'::text, 'goods in'::text, 'waste'::text])))
);
CREATE UNIQUE INDEX stock_movements_by_key ON stock_movements USING btree (key) WHERE key IS NOT NULL;
CREATE INDEX stock_movements_by_order ON stock_movements USING btree (order_number) WHERE order_number IS NOT NULL;
table users (
  id text, email text collate "C", name text, role text default 'user'::text, img_url text default ''::text null,
  phone text default ''::text, gender text default ''::text, street text default ''::text, city text default ''::text,
  postcode text default ''::text, division text default 'Dhaka'::text, country text default 'Bangladesh'::text,
  language text default 'en'::text, order_mails boolean default false, joined_at timestamp with time zone default now(),
  schedule_for_deletion boolean default false, deletion_requested_at timestamp with time zone null,
  created_at timestamp with time zone default now(), updated_at timestamp with time zone default now(), password text null,
  console_since timestamp with time zone null, console_used_at timestamp with time zone null, totp_secret text null,
  totp_enabled_at timestamp with time zone null, totp_step bigint null, recovery_codes text[] null, console_language text null,
  UNIQUE (email), PRIMARY KEY (id), CHECK ((console_language ~ '^[a-z]{2}$'::text)), CHECK ((email = lower(email))),
  CHECK ((language ~ '^[a-z]{2}$'::text)), CHECK (((email ~~ '%@%'::text) OR (role <> ALL (ARRAY['user'::text, 'operator'::text]))))
);
CREATE INDEX users_by_phone ON users USING btree (search_phone(phone));
CREATE INDEX users_operators ON users USING btree (email) WHERE role <> 'user'::text;
CREATE INDEX users_scheduled_for_deletion ON users USING btree (deletion_requested_at) WHERE schedule_for_deletion;
CREATE INDEX users_search ON users USING gin (search_pieces(customer_text(jsonb_object(ARRAY['name'::text, name, 'email'::text, email, 'street'::text, street, 'city'::text, city, 'phone'::text, phone]))));
CREATE TRIGGER users_tell_console AFTER INSERT OR DELETE ON users FOR EACH STATEMENT EXECUTE FUNCTION tell('console');
CREATE TRIGGER users_tell_of_change AFTER UPDATE ON users FOR EACH ROW WHEN ((to_jsonb(old.*) - '{language,updated_at}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{language,updated_at}'::text[])) EXECUTE FUNCTION tell('console');
table void_order_attempts (
  user_id text null, idempotency_key uuid, voided_at timestamp with time zone default now(),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX void_order_attempts_key ON void_order_attempts USING btree (user_id, idempotency_key) NULLS NOT DISTINCT;
table words (
  word text collate "C", PRIMARY KEY (word)
);
CREATE INDEX words_misspelt ON words USING gin (search_remainders(word));
function change_order(given_number bigint, expected integer, given jsonb, OUT outcome text, OUT mailed boolean) returns record;
function count_request(counter text, most integer, seconds integer, at bigint) returns integer;
function count_slot_orders() returns trigger;
function count_stock(counts jsonb, low integer, by_operator text, why text DEFAULT ''::text) returns void;
function customer_text(info jsonb) returns text;
function forget_movements() returns trigger;
function forget_pushes() returns trigger;
function hold_stock(number bigint, before jsonb, after jsonb, low integer, why text, as_far boolean DEFAULT false) returns void;
function keep_listing_counts() returns trigger;
function keep_order_counts() returns trigger;
function keep_to_places(taken orders, places integer) returns void;
function known_phones() returns TABLE(account text, dialled text, name text, order_number bigint);
function lock_attempt(owner text, key uuid) returns void;
function move_stock(product text, change integer, given_kind text, low integer, of_order bigint DEFAULT NULL::bigint, by_operator text DEFAULT NULL::text, why text DEFAULT ''::text) returns integer;
function owed_poisha(entry order_money) returns bigint;
function owing_orders(dialled text) returns TABLE(number bigint, id text, name text, day date, total bigint, owed bigint);
function phone_record(phone text, refusals text[], OUT taken integer, OUT refused integer) returns record;
function place_order(given orders, given_lines jsonb, limits jsonb, messages jsonb, taken_by text DEFAULT NULL::text, note text DEFAULT NULL::text, places integer DEFAULT NULL::integer, low_stock integer DEFAULT 0, OUT outcome text, OUT mailed boolean, OUT stage text) returns record;
function push_order(number bigint, staff text, customer text, history bigint, waits integer, by text) returns void;
function queue_order_changes() returns trigger;
function refuse(status integer, reason jsonb, retry_after integer DEFAULT NULL::integer) returns void;
function search_beginnings(name text, others text[]) returns tsvector;
function search_folded(given text) returns text;
function search_phone(given text) returns text;
function search_pieces(given text) returns tsvector;
function search_remainders(word text) returns text[];
function search_words(name text, email text, phone text, order_id text DEFAULT NULL::text) returns tsvector;
function tell() returns trigger;
function was_handed_over(entry order_money) returns boolean;
function words_noted() returns trigger;
function write_messages(messages jsonb, history_id bigint, waits integer) returns boolean;
