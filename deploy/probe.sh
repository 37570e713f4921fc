#!/bin/bash
# The health check of divan/nats: exits with 0 where the server says that every stream of it is there.
exec 3<>/dev/tcp/127.0.0.1/8222 || exit 1
printf 'GET /healthz HTTP/1.0\r\n\r\n' >&3
read -r -t 4 answer <&3 && [[ $answer == *' 200 '* ]]
