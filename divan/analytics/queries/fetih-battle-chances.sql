-- title: Shown battle chances and what came of them
-- question: Does an attacker who is shown 70 % win seven battles of ten?
-- needs: fetih
-- plot: calibration
-- By tenths of the chance that was shown. `brier` is the mean of (chance - outcome)²; `expected` is what it
-- would be if every chance were exactly right. The last line is all battles together.
WITH battles AS (
    SELECT
        (body->>'chance')::INTEGER AS chance,
        (body->>'won')::BOOLEAN AS won
    FROM events
    WHERE game = 'fetih' AND type = 'BattleFought'
),
tenths AS (SELECT least(chance // 10, 9) AS tenth, chance AS percent, won::INTEGER AS won FROM battles)
SELECT
    CASE WHEN grouping(tenth) = 1 THEN 'all' ELSE printf('%d-%d', 10 * tenth, 10 * tenth + 9) END AS chance,
    count(*) AS battles,
    round(avg(percent) / 100, 3) AS shown,
    round(avg(won), 3) AS won,
    round(wilson_low(sum(won), count(*)), 3) AS low,
    round(wilson_high(sum(won), count(*)), 3) AS high,
    round(avg((percent - 100 * won) ** 2) / 10000, 4) AS brier,
    round(avg(percent * (100 - percent)) / 10000, 4) AS expected
FROM tenths
GROUP BY GROUPING SETS ((tenth), ())
HAVING count(*) > 0
ORDER BY grouping(tenth), tenth;
