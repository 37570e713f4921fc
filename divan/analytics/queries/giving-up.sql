-- title: Where players give up
-- question: How many persons leave a game or resign, and when?
-- needs: games with persons
-- A person gives up where a bot first sits in for them, or where they resign, whichever is first. `entry` and
-- `round` are the medians of where that was; `of_game` is how much of the game had been played by then.
-- Bots do neither: where no person played, all that can be told is that.
WITH rounds AS (
    SELECT room, seq, coalesce(body->>'round', body->>'turn')::INTEGER AS round
    FROM events
    WHERE type IN ('TurnStarted', 'TurnBegan')
),
persons AS (
    SELECT
        game,
        room,
        entries,
        left_seq,
        resigned_seq,
        least(left_seq, resigned_seq) AS seq
    FROM seats JOIN games USING (game, day, room)
    WHERE player = 'person'
),
placed AS (
    SELECT persons.*, rounds.round
    FROM persons ASOF LEFT JOIN rounds ON persons.room = rounds.room AND persons.seq >= rounds.seq
),
told AS (
    SELECT
        game,
        count(*) AS of_persons,
        count(left_seq) AS left_game,
        count(resigned_seq) AS resigned,
        round(count(seq) / count(*), 3) AS share,
        round(wilson_low(count(seq), count(*)), 3) AS low,
        round(wilson_high(count(seq), count(*)), 3) AS high,
        quantile_disc(seq, 0.5) AS entry,
        quantile_disc(round, 0.5) AS round,
        round(median(seq / entries), 2) AS of_game
    FROM placed
    GROUP BY game
)
SELECT
    game,
    count(*) AS games,
    coalesce(any_value(of_persons), 0) AS persons,
    any_value(left_game) AS left_game,
    any_value(resigned) AS resigned,
    any_value(share) AS share,
    any_value(low) AS low,
    any_value(high) AS high,
    any_value(entry) AS entry,
    any_value(round) AS round,
    any_value(of_game) AS of_game,
    CASE WHEN coalesce(any_value(of_persons), 0) = 0 THEN 'bots only: nobody to give up' ELSE '' END AS note
FROM games LEFT JOIN told USING (game)
GROUP BY game
ORDER BY game;
