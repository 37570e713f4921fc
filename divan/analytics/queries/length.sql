-- title: Length of games
-- question: How long does a game last?
-- needs: any game
-- Rounds are those that the game counts itself (in Houses its turns); Tic-tac-toe counts none. The times of
-- simulated games are made up: look at their entries and rounds.
WITH rounds AS (
    SELECT room, max(coalesce(body->>'round', body->>'turn')::INTEGER) AS rounds
    FROM events
    WHERE type IN ('TurnStarted', 'TurnBegan')
    GROUP BY room
)
SELECT
    game,
    seats,
    count(*) AS games,
    quantile_disc(entries, 0.5) AS entries,
    quantile_disc(entries, 0.9) AS entries_p90,
    quantile_disc(rounds, 0.5) AS rounds,
    quantile_disc(rounds, 0.9) AS rounds_p90,
    round(quantile_disc(seconds, 0.5) / 60, 1) AS minutes,
    round(quantile_disc(seconds, 0.9) / 60, 1) AS minutes_p90
FROM games LEFT JOIN rounds USING (room)
WHERE NOT closed
GROUP BY game, seats
ORDER BY game, seats;
