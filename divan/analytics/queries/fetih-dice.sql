-- title: The dice of Fetih
-- question: Does each total of two dice come as often as it should?
-- needs: fetih
-- plot: shares
-- `fair` is the share that honest dice have; z says how many standard deviations the count is away from it.
-- Of eleven totals one is expected beyond ±2 in about every second sample.
WITH rolls AS (
    SELECT (body->>'total')::INTEGER AS total
    FROM events
    WHERE game = 'fetih' AND type = 'DiceRolled'
),
counted AS (
    SELECT total, count(*) AS n, sum(count(*)) OVER ()::BIGINT AS of_all, (6 - abs(7 - total)) / 36 AS p
    FROM rolls
    GROUP BY total
)
SELECT
    total,
    n AS rolls,
    round(n / of_all, 4) AS share,
    round(wilson_low(n, of_all), 4) AS low,
    round(wilson_high(n, of_all), 4) AS high,
    round(p, 4) AS fair,
    round((n - of_all * p) / sqrt(of_all * p * (1 - p)), 2) AS z
FROM counted
ORDER BY total;
