#!/bin/sh
# deploy/upgrade.sh [SERVICE…]: put the images that are there in place of what runs, while people play.
# Without names: NATS where its image or configuration is another, the set-up, then every service in its order.
# More compose files than compose.yaml: COMPOSE_FILE, with whole paths or from this folder on.
#
# New containers run and are healthy before old ones are told to stop; where they do not become healthy they go
# again, and the old ones stay. What there can be only one of (NATS, or rooms at one port) stops first.
set -eu
cd "$(dirname "$0")"
export COMPOSE_FILE="${COMPOSE_FILE:-compose.yaml}"

in_place() {
    echo "$1: in place"
    docker compose up --detach --wait --no-deps "$@" 2>/dev/null || failed "$1"
}

beside() {
    # What has stopped would be started as it is, and count as new.
    docker compose rm --force "$1" >/dev/null 2>&1
    old=$(docker compose ps --quiet "$1")
    number=$(echo "$old" | wc -w)
    if [ "$number" -eq 0 ]; then
        in_place "$1"
        return
    fi
    echo "$1: $number beside the old"
    # Left there, they would count as old the next time, and be doubled.
    trap 'without_new "$service"; exit 130' INT TERM
    if ! docker compose up --detach --wait --no-deps --no-recreate --scale "$1=$((number * 2))" "$1" 2>/dev/null; then
        without_new "$1"
        failed "$1"
    fi
    # The new ones work: from here on it is brought to its end.
    trap '' INT TERM
    # shellcheck disable=SC2086  # one word a container
    docker stop $old >/dev/null && docker rm $old >/dev/null
    trap - INT TERM
}

without_new() {
    for container in $(docker compose ps --all --quiet "$1"); do
        case $old in *"$container"*) continue ;; esac
        docker logs --tail 20 "$container" || true
        docker rm --force "$container" >/dev/null
    done
}

failed() {
    docker compose ps --all "$1"
    docker compose logs --no-log-prefix --tail 20 "$1"
    echo "$1: the new containers do not become healthy; nothing after it was replaced" >&2
    exit 1
}

[ $# -gt 0 ] || set -- nats setup engine ai chat rooms
for service in "$@"; do
    case $service in
    nats)
        for server in $(docker compose config --services | grep '^nats' | sort); do in_place "$server"; done
        ;;
    setup)
        docker compose run --rm --no-deps setup
        ;;
    rooms)
        if docker compose config rooms | grep -q 'published: .*-'; then
            beside rooms
        else
            in_place rooms --force-recreate
        fi
        ;;
    *)
        beside "$service"
        ;;
    esac
done
