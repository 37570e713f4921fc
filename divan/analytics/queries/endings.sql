-- title: Endings
-- question: How do games end, and after how much of them?
-- needs: any game
SELECT
    game,
    reason,
    closed,
    count(*) AS games,
    round(count(*) / sum(count(*)) OVER (PARTITION BY game), 3) AS share,
    quantile_disc(entries, 0.5) AS entries
FROM games
GROUP BY game, reason, closed
ORDER BY game, games DESC, reason;
