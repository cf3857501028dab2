export function answer(value) {
  return value;
}
