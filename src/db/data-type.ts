/** What the value of a property is: 1 string, 2 number, 3 date, 4 boolean, 5 array. */
export type DataType = 1 | 2 | 3 | 4 | 5
