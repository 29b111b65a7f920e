# The image of `reprise serve`: docker build -t reprise .
# With Podman: podman build --format docker -t reprise . (its own format has no health check).
# It takes the flags of serve, and stores in PostgreSQL (REPRISE_STORE), or in a file below /home/node, a new one at each start unless
# it is named: docker run -v reprise:/home/node -p 127.0.0.1:4600:4600 reprise --data /home/node/world.db

FROM node:20-bookworm-slim AS build
# Compiles the binding of SQLite, where no compiled one can be fetched.
RUN apt-get update \
  && apt-get install -y --no-install-recommends python3 make g++ \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts && npm rebuild better-sqlite3
COPY tsconfig.json esbuild.config.mjs NOTICE ./
COPY core core
COPY adapters adapters
RUN npm run build && npm prune --omit=dev --ignore-scripts
# The sources and object files of the binding: 23 MB that the server does not need.
RUN cd node_modules/better-sqlite3 && rm -rf deps src build/Release/obj build/Release/obj.target

FROM node:20-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY LICENSE NOTICE package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY fixtures fixtures
USER node
WORKDIR /home/node
EXPOSE 4600
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.REPRISE_PORT || 4600) + '/__reprise/health').then(({ ok }) => process.exit(ok ? 0 : 1))"]
# Without a shell, which would not pass SIGTERM on.
ENTRYPOINT ["node", "--max-semi-space-size=64", "/app/dist/command/main.js", "serve", "--host", "0.0.0.0"]
