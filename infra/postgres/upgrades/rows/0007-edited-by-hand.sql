-- What an admin has edited of the source's.
UPDATE tours SET name = 'Winter Tour, Extended', edited_by_hand = true WHERE id = 1;
UPDATE shows SET venue = 'The Harbor Hall (upper room)', edited_by_hand = true WHERE id = 5;
