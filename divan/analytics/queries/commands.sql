-- title: Commands
-- question: What do seats do, how often, and how long do they take for it?
-- needs: any game
-- Accepted commands only: what the rules refuse is in no log. `seconds` is the median time since the entry
-- before; the times of simulated games are made up.
WITH timed AS (
    SELECT
        game,
        room,
        origin,
        type,
        epoch_ms(accepted_at - lag(accepted_at) OVER (PARTITION BY room ORDER BY seq)) / 1000 AS seconds
    FROM entries
)
SELECT
    game,
    coalesce(type, '?') AS command,
    count(*) AS given,
    round(count(*) / count(DISTINCT room), 1) AS per_game,
    count(*) FILTER (origin = 'player') AS by_persons,
    count(*) FILTER (origin = 'bot') AS by_bots,
    count(*) FILTER (origin = 'clock') AS by_clock,
    round(median(seconds), 1) AS seconds
FROM timed
WHERE type IS DISTINCT FROM 'start'
GROUP BY game, type
ORDER BY game, given DESC, type;
