#!/bin/sh
# deploy/make-secrets.sh: write deploy/.env with a master key, passwords and seals made for this installation.
# deploy/make-secrets.sh --nats FILE: the NATS servers' passwords and seals alone, into a file of that name.
# deploy/make-secrets.sh --tls also makes a certificate authority and certificates for three NATS servers.
# What is there already is kept: lost keys mean lost games. What a newer build needs besides is added, and
# seals are made anew of the passwords that are there.
# deploy/make-secrets.sh --renew makes the servers' certificates anew, by the authority that is there.
set -eu
umask 077
example=$(cd "$(dirname "$0")" && pwd)/.env.example

refuse() {
    echo "$1" >&2
    exit 1
}

random() {
    word=$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')
    [ ${#word} -eq 64 ] || refuse "/dev/urandom gives no random bytes here"
    echo "$word"
}

sum() { if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi; }

# The value of $2 in the file $1, where it has one.
value() { sed -n "s/^$2=//p" "$1" | tail -n 1; }

# Secrets in place of what is empty.
fill() {
    while IFS= read -r line; do
        secret=
        case $line in
        DIVAN_MASTER_KEY=) secret=$(random) ;;
        # The NATS server reads a password as it reads its configuration: it must not look like a number.
        NATS_*_PASSWORD=) secret=p$(random) ;;
        esac
        printf '%s%s\n' "$line" "$secret"
    done
}

# A seal is a hash of a user and its password (libs/events/seals.py): $1 has the passwords.
seal() {
    while IFS= read -r line; do
        name=${line%%=*}
        case $line in
        NATS_*=sealed.*)
            user=${name#NATS_} user=${user%%_*}
            at=$(printf '%s:%s' "$(echo "$user" | tr '[:upper:]' '[:lower:]')" "$(value "$1" "NATS_${user}_PASSWORD")" | sum)
            call=$(value "$example" "$name")
            [ -z "$call" ] || echo "$name=sealed.$(echo "$at" | cut -c1-32).${call#sealed..}"
            ;;
        *) printf '%s\n' "$line" ;;
        esac
    done
}

# The file $1 as it is, or of the example the lines that fit $2; then the secrets of the example that it lacks.
# An editor may have left the last line without an end, or all with those of Windows.
lines() {
    if [ ! -e "$1" ]; then
        grep "$2" "$example"
        return
    fi
    tr -d '\r' <"$1"
    [ -z "$(tail -c 1 "$1")" ] || echo
    for name in $(grep "$2" "$example" | sed -n 's/^\(DIVAN_MASTER_KEY\|NATS_[A-Z0-9_]*\)=.*/\1/p'); do
        if grep -q "^$name=" "$1"; then continue; fi
        # As compose would read it: another one below would take its place.
        if grep -q "^[[:space:]]*\(export[[:space:]]\)\{0,1\}[[:space:]]*$name[[:space:]]*[=:]" "$1"; then
            refuse "$1 is left as it is: write $name=… from the beginning of the line, with nothing else before the ="
        fi
        grep "^$name=" "$example"
    done
}

# The file $1 made whole, of the lines of the example that fit $2. No step is in a pipe: each that fails ends this
# before the file is touched.
whole() {
    file=$1
    if [ -L "$file" ]; then
        file=$(readlink -f "$1") && [ -e "$file" ] || refuse "$1 is a link to what is not there"
    fi
    new=$file.draft.$$
    trap 'rm -f "$new" "$new.1" "$new.2"' EXIT
    trap 'exit 130' HUP INT TERM
    lines "$file" "$2" >"$new.1"
    fill <"$new.1" >"$new.2"
    seal "$new.2" <"$new.2" >"$new"
    if cmp -s "$new" "$file"; then
        became="is there already: kept"
    elif [ -e "$file" ]; then
        became="is made whole: what was there is kept"
        mv -f "$new" "$file"
    else
        became="is written"
        # Not in the place of what another has written meanwhile.
        ln "$new" "$file"
    fi
}

if [ "${1:-}" = --nats ]; then
    whole "${2:?the name of a file}" '^NATS_'
    echo "$2 $became"
    exit 0
fi

cd "$(dirname "$0")"
whole .env ''
case $became in
"is written") echo "deploy/.env is written: keep a copy of DIVAN_MASTER_KEY where the backups are not" ;;
*) echo "deploy/.env $became" ;;
esac

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
