# The image of one node: `ovelle serve` with the pages inside. Built by `docker compose build` or `docker build .`.

FROM node:20-bookworm-slim AS pages
WORKDIR /src/web
COPY web/package.json web/package-lock.json ./
COPY web/codegen/package.json codegen/
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY web ./
COPY content/map ../content/map
RUN npm run build

FROM rust:1.95-bookworm AS server
WORKDIR /src
COPY Cargo.toml Cargo.lock ./
COPY .cargo .cargo
COPY crates crates
COPY content content
COPY migrations migrations
COPY --from=pages /src/web/dist web/dist
# The caches are not part of the image, so the binary is taken out of them in the same step.
RUN --mount=type=cache,target=/usr/local/cargo/registry --mount=type=cache,target=/src/target \
    cargo build --release --locked -p ovelle && cp target/release/ovelle /usr/local/bin/ovelle

FROM debian:bookworm-slim
RUN useradd --system --uid 10001 --create-home --home-dir /var/lib/ovelle ovelle
COPY --from=server /usr/local/bin/ovelle /usr/local/bin/ovelle
# Whom `rediss://` trusts; SSL_CERT_FILE names others.
COPY --from=server /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY LICENSE-MIT LICENSE-APACHE NOTICE /usr/share/doc/ovelle/
USER ovelle
WORKDIR /var/lib/ovelle
ENV OVELLE_LISTEN=0.0.0.0:8080
EXPOSE 8080
# The image has no HTTP client; bash opens the connection itself.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["bash", "-c", \
  "exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
# SIGTERM: watchers are sent away over OVELLE_DRAIN (20 s), then the node ends.
STOPSIGNAL SIGTERM
ENTRYPOINT ["ovelle"]
CMD ["serve"]
