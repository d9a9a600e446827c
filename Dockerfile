# The shop as an image. `docker compose up` (compose.yaml) runs it with PostgreSQL and a proxy.
FROM docker.io/library/node:24-bookworm-slim AS build
WORKDIR /srv/sodai
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

# The shop brings its own Node, so the base has none.
FROM docker.io/library/debian:bookworm-slim
ENV HOST=0.0.0.0 DATA_DIR=/var/lib/sodai MALLOC_ARENA_MAX=2 PATH=/srv/sodai/node_modules/.bin:$PATH
RUN useradd --system --home-dir /var/lib/sodai --shell /usr/sbin/nologin sodai \
  && install --directory --owner sodai --mode 0700 /var/lib/sodai
WORKDIR /srv/sodai
COPY --from=build /srv/sodai ./
USER sodai
VOLUME /var/lib/sodai
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "const { ok } = await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/readyz`); process.exit(ok ? 0 : 1)"]
# As `npm start`, without npm between the container's signals and the shop.
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=70", "--disable-warning=ExperimentalWarning", "server/start.ts"]
