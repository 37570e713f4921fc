#!/bin/sh
# deploy/make-secrets.sh: write deploy/.env with a master key and passwords made for this installation.
# deploy/make-secrets.sh --tls also makes a certificate authority and certificates for three NATS servers.
# What is there already is kept: lost keys mean lost games.
# deploy/make-secrets.sh --renew makes the servers' certificates anew, by the authority that is there.
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

curve="-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
draft=secrets/tls.draft

# Into the draft: $1's key and its certificate, by the authority in the folder $2.
certify() {
    # shellcheck disable=SC2086  # the options are words
    openssl req $curve -subj "/CN=$1" -keyout "$draft/$1.key" -out "$draft/$1.csr" 2>/dev/null
    printf 'subjectAltName=DNS:%s\nextendedKeyUsage=serverAuth,clientAuth\n' "$1" >"$draft/extensions"
    openssl x509 -req -in "$draft/$1.csr" -CA "$2/ca.pem" -CAkey "$2/ca.key" -CAcreateserial -CAserial "$draft/serial" \
        -days 825 -extfile "$draft/extensions" -out "$draft/$1.pem" 2>/dev/null
    rm "$draft/$1.csr" "$draft/extensions" "$draft/serial"
}

case ${1:-} in
--tls)
    if [ -e secrets/tls/ca.pem ]; then
        echo "deploy/secrets/tls is there already: kept"
        exit 0
    fi
    ;;
--renew)
    if [ ! -e secrets/tls/ca.key ]; then
        echo "deploy/secrets/tls/ca.key is not there: put it back for this" >&2
        exit 1
    fi
    ;;
*) exit 0 ;;
esac

rm -rf "$draft"
mkdir -p "$draft"
if [ "$1" = --renew ]; then
    for server in nats-1 nats-2 nats-3; do certify "$server" secrets/tls; done
    # Into the files that are there: containers have these very files.
    for file in "$draft"/*; do cat "$file" >"secrets/tls/${file##*/}"; done
    rm -r "$draft"
    echo "the certificates in deploy/secrets/tls are new: have the servers read them (docs/operate.md)"
    exit 0
fi
# shellcheck disable=SC2086
openssl req -x509 $curve -days 3650 -subj "/CN=Divan NATS authority" -keyout "$draft/ca.key" -out "$draft/ca.pem" 2>/dev/null
for server in nats-1 nats-2 nats-3; do certify "$server" "$draft"; done
# The containers' user reads them. Where that cannot be given to it, everybody on this machine may.
chmod 755 secrets "$draft"
chmod 644 "$draft"/*.pem
if [ "$(id -u)" -eq 0 ]; then chown 10001 "$draft"/nats-*.key; else chmod 644 "$draft"/nats-*.key; fi
mv "$draft" secrets/tls
echo "deploy/secrets/tls is written: ca.key makes further certificates and belongs elsewhere"
