export const statsOperations = []
