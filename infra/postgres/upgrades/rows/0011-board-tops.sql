-- Who led a board, and has been overtaken since.
INSERT INTO board_tops (board, user_ids) VALUES (0, '{2}');
