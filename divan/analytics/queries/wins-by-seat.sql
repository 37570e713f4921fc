-- title: Wins by seat
-- question: Does it matter where one sits?
-- needs: any game
-- plot: shares
-- A seat's share of wins with its 95 % interval (Wilson); fair is the share that all seats have together,
-- and that each would have if it did not matter.
SELECT
    game,
    games.seats,
    'seat ' || seat AS seat,
    count(*) AS games,
    count(*) FILTER (outcome = 'won') AS won,
    count(*) FILTER (outcome = 'drew') AS drew,
    round(won / count(*), 3) AS share,
    round(wilson_low(won, count(*)), 3) AS low,
    round(wilson_high(won, count(*)), 3) AS high,
    round(sum(won) OVER alike / sum(count(*)) OVER alike, 3) AS fair
FROM games JOIN seats USING (game, day, room)
WHERE NOT closed
GROUP BY game, games.seats, seats.seat
WINDOW alike AS (PARTITION BY game, games.seats)
ORDER BY game, games.seats, seats.seat;
