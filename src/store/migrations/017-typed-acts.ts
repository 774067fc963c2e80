// What a message needs that is not told when the transcript shows that the person typed the command, and the prompt that
// opened a budget.
export const sql = `
ALTER TABLE messages ADD COLUMN command TEXT;
ALTER TABLE messages ADD COLUMN transcript_from INTEGER;
ALTER TABLE budgets ADD COLUMN prompt_id TEXT;
`;
