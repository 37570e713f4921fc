-- title: Wins by opening region in Fetih
-- question: Which region is best to choose first?
-- needs: fetih
-- plot: shares
-- The draft is a snake: each seat chooses twice. Here stands the region that a seat chose first, and how
-- often that seat won; fair is what its seats would have won on average if regions did not matter.
WITH picks AS (
    SELECT room, seat, body->>'region' AS region, (body->>'pick')::INTEGER AS pick
    FROM events
    WHERE game = 'fetih' AND type = 'RegionPicked'
),
firsts AS (SELECT room, seat, arg_min(region, pick) AS region FROM picks GROUP BY room, seat)
SELECT
    region,
    any_value(continent) AS continent,
    count(*) AS games,
    count(*) FILTER (outcome = 'won') AS won,
    round(won / count(*), 3) AS share,
    round(wilson_low(won, count(*)), 3) AS low,
    round(wilson_high(won, count(*)), 3) AS high,
    round(avg(1 / games.seats), 3) AS fair
FROM firsts
JOIN seats USING (room, seat)
JOIN games USING (game, room)
LEFT JOIN fetih_regions USING (region)
WHERE game = 'fetih' AND NOT closed
GROUP BY region
ORDER BY games DESC, region
LIMIT 12;
