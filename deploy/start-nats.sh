#!/bin/bash
# Starts the server of divan/nats. Older builds kept the streams in the server's own account, $G. One server takes
# them along into the account that they have now; several have agreed on where they are, and cannot.
former='/data/jetstream/$G' now=/data/jetstream/DIVAN
if [[ -d $former && ! -d $now ]]; then
    if [[ -d '/data/jetstream/$SYS' ]]; then
        echo 'The streams on this volume are in the account $G, of an older build, and on several servers: back up' \
            'with that build, give each server an empty volume, and restore (docs/operate.md, "From an older build")' >&2
        exit 1
    fi
    mv "$former" "$now"
    echo 'The streams of the account $G are those of the account DIVAN now' >&2
fi
exec /nats-server "$@"
