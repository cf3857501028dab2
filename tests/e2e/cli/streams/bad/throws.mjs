const nothing = undefined;
export default nothing.at;
