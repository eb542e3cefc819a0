# syntax=docker/dockerfile:1

# Compiles the program and the SQLite binding, and builds the worlds that the image brings along.
FROM node:22-bookworm-slim AS build
WORKDIR /app
RUN apt-get update \
  && apt-get install --yes --no-install-recommends python3 make g++ \
  && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json ./
RUN npm ci
# The licences of the bundle take the text of ours.
COPY tsconfig.json tsconfig.build.json LICENSE ./
COPY schemas schemas
COPY fixtures fixtures
COPY src src
COPY page page
COPY scripts/document-declarations.mjs scripts/bundle.mjs scripts/build-page.mjs \
  scripts/launcher.cjs scripts/write-code-cache.cjs scripts/
RUN npm run build && rm -f dist/.tsbuildinfo
# The client of PostgreSQL, for --shared-log, is a choice of who installs the package.
RUN npm pkg set "dependencies.pg=$(npm pkg get devDependencies.pg | tr -d '"')" \
  && npm pkg delete devDependencies.pg \
  && npm install --omit=dev --ignore-scripts --no-audit --no-fund
ENV SNOWGLOBE_CACHE=/app/cache
RUN node dist/bin/main.js build && node dist/bin/main.js build --size small

FROM node:22-bookworm-slim
ENV NODE_ENV=production \
  SNOWGLOBE_CACHE=/app/cache \
  SNOWGLOBE_HOST=0.0.0.0
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/cache cache
COPY package.json LICENSE README.md ./
COPY docs/gaps.md docs/
# A volume that is mounted here takes this owner over.
RUN install --directory --owner=10001 --group=10001 /data
USER 10001:10001
EXPOSE 9650
STOPSIGNAL SIGTERM
# An environment that servers and their clients share may name another server.
HEALTHCHECK --interval=10s --timeout=5s --start-period=5s --retries=3 \
  CMD ["env", "--unset=SNOWGLOBE_URL", "node", "/app/dist/bin/main.js", "health"]
ENTRYPOINT ["node", "/app/dist/bin/main.js"]
CMD ["start"]
