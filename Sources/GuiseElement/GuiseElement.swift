// GuiseElement
