/** The pictures that the build has drawn: the hash in each one's file name, by its key. */
declare module "virtual:product-pictures" {
  const hashes: Readonly<Record<string, string>>;
  export default hashes;
}
