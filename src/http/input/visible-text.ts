// Text that people can see, as patterns of schemas. These take no Unicode classes, so ranges follow.

/**
 * Characters that show nothing and take no room: controls, soft hyphens, fillers, zero-width ones,
 * those that change the direction of writing, and variation selectors.
 */
const unseen =
  '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f' +
  '\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff9-\\ufffb'

/** Something in it can be seen. */
export const visiblePattern = `[^\\s${unseen}]`

/** Something in it can be seen, and nothing in it cannot, but for blanks. */
export const plainPattern = `^[^${unseen}]*[^\\s${unseen}][^${unseen}]*$`
