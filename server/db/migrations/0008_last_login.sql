-- From now on a login is noted in updated_at, and an account that nobody uses is deleted by it. Logins before are not known: count from today.
update users set updated_at = now();
