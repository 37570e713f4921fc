#!/bin/sh
# deploy/make-secrets.sh: write deploy/.env with a master key and passwords made for this installation.
# deploy/make-secrets.sh --tls also makes a certificate authority and certificates for three NATS servers.
# What is there already is kept: lost keys mean lost games.
set -eu
umask 077
cd "$(dirname "$0")"

random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }

if [ -e .env ]; then
    echo "deploy/.env is there already: kept"
else
    draft=.env.draft
    while IFS= read -r line; do
        case $line in
        DIVAN_MASTER_KEY=) echo "$line$(random)" ;;
        # The NATS server reads a password as it reads its configuration: it must not look like a number.
        NATS_*_PASSWORD=) echo "${line}p$(random)" ;;
        *) echo "$line" ;;
        esac
    done <.env.example >"$draft"
    mv "$draft" .env
    echo "deploy/.env is written: keep a copy of DIVAN_MASTER_KEY where the backups are not"
fi

[ "${1:-}" = --tls ] || exit 0
if [ -e secrets/tls/ca.pem ]; then
    echo "deploy/secrets/tls is there already: kept"
    exit 0
fi
draft=secrets/tls.draft
rm -rf "$draft"
mkdir -p "$draft"
curve="-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
# shellcheck disable=SC2086  # the options are words
openssl req -x509 $curve -days 3650 -subj "/CN=Divan NATS authority" -keyout "$draft/ca.key" -out "$draft/ca.pem" 2>/dev/null
for server in nats-1 nats-2 nats-3; do
    # shellcheck disable=SC2086
    openssl req $curve -subj "/CN=$server" -keyout "$draft/$server.key" -out "$draft/$server.csr" 2>/dev/null
    printf 'subjectAltName=DNS:%s\nextendedKeyUsage=serverAuth,clientAuth\n' "$server" >"$draft/extensions"
    openssl x509 -req -in "$draft/$server.csr" -CA "$draft/ca.pem" -CAkey "$draft/ca.key" -CAcreateserial \
        -days 825 -extfile "$draft/extensions" -out "$draft/$server.pem" 2>/dev/null
    rm "$draft/$server.csr" "$draft/extensions"
done
rm -f "$draft"/*.srl
# The containers' user reads them. Where that cannot be given to it, everybody on this machine may.
chmod 755 secrets "$draft"
chmod 644 "$draft"/*.pem
if [ "$(id -u)" -eq 0 ]; then chown 10001 "$draft"/nats-*.key; else chmod 644 "$draft"/nats-*.key; fi
mv "$draft" secrets/tls
echo "deploy/secrets/tls is written: ca.key makes further certificates and belongs elsewhere"
